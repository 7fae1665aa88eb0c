import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import { eventually } from '@tributary/testing/eventually';
import { findRepeatedly, limitBeside, timeOf } from '@tributary/testing/time-limit';
import type { KafkaBroker } from '@tributary/testing/kafka/kafka-server';
import { createTopics } from '../../src/kafka/commands/create-topics.js';
import { KafkaFollowers } from '../../src/kafka/kafka-followers.js';
import { Seen } from '../contract/bus-contract-following.js';
import { aTopic, silent, steps } from '../bus-harness.js';
import { clientOf, connect } from './kafka-harness.js';

let broker: KafkaBroker;
const closes: (() => Promise<void> | void)[] = [];
beforeAll(async () => void (broker = await startKafka()));
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
});
afterAll(() => broker.stop());

async function created(settings: Parameters<typeof aTopic>[0] = {}) {
  const topic = aTopic(settings);
  await createTopics(broker.brokers, [topic], { replicationFactor: 1 });
  return topic;
}

/** A process that publishes. */
function aPublisher() {
  const { publisher, close } = connect(broker);
  closes.push(close);
  return publisher;
}

/** Another process, which only follows. */
function aProcess(warnings: string[] = []) {
  const logger = { ...silent, warn: (message: string) => void warnings.push(message) };
  const followers = new KafkaFollowers({ brokers: broker.brokers, clientId: 'follower', logger });
  closes.push(() => followers.stop());
  return followers;
}

async function groups(): Promise<string[]> {
  const admin = clientOf(broker).admin();
  await admin.connect();
  const listed = await admin.listGroups();
  await admin.disconnect();
  return listed.groups.map(({ groupId }) => groupId);
}

describe('a follower on Kafka', () => {
  it('sees what other processes publish within a second, and leaves no group at the broker', async () => {
    const topic = await created({ bundled: true });
    const publisher = aPublisher();
    const requestsMs: number[] = [];
    for (const step of steps(5)) requestsMs.push(await timeOf(() => publisher.publish(topic, [step])));
    const followers = aProcess();
    const seen = new Seen();
    await followers.follow([topic], seen).started;
    expect(seen.ids).toEqual([]);
    let round = 0;
    const late = await findRepeatedly(async () => {
      const published = steps(3).map((step) => ({ ...step, id: `${step.id}-${++round}` }));
      await publisher.publish(topic, published);
      const seenMs = await timeOf(() =>
        eventually(() => expect(seen.ids.slice(-3)).toEqual(published.map(({ id }) => id)), { every: 10 }),
      );
      return seenMs < limitBeside(1_000, requestsMs) ? [] : [{ seenMs, requestsMs }];
    });
    expect(late).toEqual([]);
    expect(await groups()).toEqual([]);
  });

  it('reads nothing before the first follower, and nothing after the last has stopped', async () => {
    const topic = await created();
    const publisher = aPublisher();
    const followers = aProcess();
    await publisher.publish(topic, steps(3));
    expect(followers.reads).toBe(0);
    const following = followers.follow([topic], new Seen());
    await following.started;
    // The control: an open follower reads on although nothing comes.
    await eventually(() => expect(followers.reads).toBeGreaterThan(3));
    following.stop();
    const { reads } = followers;
    await publisher.publish(topic, steps(3));
    await sleep(1_500);
    expect(followers.reads).toBe(reads);
  });

  it.each([
    ['is killed and restarted', () => broker.kill(), () => broker.start()],
    ['hangs for longer than a request may take', () => broker.pause(), () => broker.resume()],
  ])('continues where it stopped after the broker %s', async (_case, fail, repair) => {
    const topic = await created();
    const publisher = aPublisher();
    const warnings: string[] = [];
    const seen = new Seen();
    await aProcess(warnings).follow([topic], seen).started;
    await publisher.publish(topic, steps(2));
    await eventually(() => expect(seen.ids).toEqual(['s-0', 's-1']));
    await fail();
    await eventually(() => expect(warnings).toEqual([expect.stringContaining('following pauses')]));
    const late = publisher.publish(topic, [{ id: 'late', value: { key: 'k-0', step: 9 } }]);
    await repair();
    await late;
    await eventually(() => expect(seen.ids).toEqual(['s-0', 's-1', 'late']));
    await eventually(() => expect(warnings.at(-1)).toContain('resumes'));
  });

  it('starts once the broker is there', async () => {
    const topic = await created();
    await broker.kill();
    const seen = new Seen();
    const following = aProcess().follow([topic], seen);
    let isStarted = false;
    void following.started.then(() => (isStarted = true));
    await sleep(1_000);
    expect(isStarted).toBe(false);
    await broker.start();
    await following.started;
    await aPublisher().publish(topic, steps(1));
    await eventually(() => expect(seen.ids).toEqual(['s-0']));
  });

  it('continues at the end when it is far behind', async () => {
    const topic = await created({ partitions: 1 });
    const publisher = aPublisher();
    const seen = new Seen();
    await aProcess().follow([topic], seen).started;
    // More than one answer holds. This process, and so the follower, is blocked until all of it is there.
    execFileSync(process.execPath, [
      path.join(import.meta.dirname, 'publish-much.mjs'),
      JSON.stringify({ brokers: broker.brokers, topic: topic.name }),
    ]);
    // It also leaves out messages that are published before it has moved to the end.
    await eventually(async () => {
      await publisher.publish(topic, [{ id: 'now', value: { key: 'k', step: 1 } }]);
      expect(seen.ids.at(-1)).toBe('now');
    });
    expect(seen.ids.filter((id) => id !== 'now').length).toBeLessThan(8_000);
  });
});
