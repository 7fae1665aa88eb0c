// Loaded into a process of admin with --import: while the file of HOLD_FILE exists, the process has read credentials from its
// outbox, and does not publish them. If the file says so, it publishes them as the newest versions.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaPublisher } from '@tributary/bus/kafka/kafka.publisher';

const file = process.env['HOLD_FILE'];
const { publish } = KafkaPublisher.prototype;

KafkaPublisher.prototype.publish = async function (topic, messages, options) {
  if (topic.name !== 'admin.credential-changed.v1' || !existsSync(file))
    return publish.call(this, topic, messages, options);
  const mode = readFileSync(file, 'utf8');
  writeFileSync(`${file}.held`, '');
  while (existsSync(file)) await sleep(50);
  await publish.call(this, topic, mode === 'newest' ? messages.map(asNewest) : messages, options);
  writeFileSync(`${file}.published`, '');
};

function asNewest({ json, key, ...message }) {
  const changed = { ...JSON.parse(json), version: Number.MAX_SAFE_INTEGER };
  return { ...message, key: key.replace(/\d+$/, changed.version), json: JSON.stringify(changed) };
}
