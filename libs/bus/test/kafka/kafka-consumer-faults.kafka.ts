import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Topic } from '@tributary/contracts/topics/topic';
import { eventually } from '@tributary/testing/eventually';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import type { KafkaBroker } from '@tributary/testing/kafka/kafka-server';
import { createTopics } from '../../src/kafka/commands/create-topics.js';
import { bundle } from '../../src/kafka/records/bundle.js';
import { encode } from '../../src/kafka/records/envelope.js';
import { aTopic, steps, type Step } from '../bus-harness.js';
import { clientOf, connect, expectNoneLost } from './kafka-harness.js';

const sessionTimeoutMs = 6_000;

describe('a Kafka consumer that crashes or hangs', () => {
  let broker: KafkaBroker;
  let directory: string;
  let file: string;
  let children: ChildProcess[] = [];
  const handled = () => readFileSync(file, 'utf8').split('\n').filter(Boolean);

  beforeAll(async () => {
    broker = await startKafka();
    directory = mkdtempSync(path.join(tmpdir(), 'tributary-consumer-'));
  });
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    children = [];
  });
  afterAll(async () => {
    await broker.stop();
    rmSync(directory, { recursive: true });
  });

  /** A topic of one partition with the steps 0 to 29, and an empty file for the handled ids. */
  async function published({ bundled = false } = {}): Promise<Topic<Step>> {
    const topic = aTopic({ partitions: 1, bundled });
    file = path.join(directory, topic.name);
    writeFileSync(file, '');
    await createTopics(broker.brokers, [topic], { replicationFactor: 1 });
    const { publisher, close } = connect(broker);
    if (bundled) await publisher.send(topic.name, [bundle(steps(30).map((step) => encode(topic, step)))]);
    else await publisher.publish(topic, steps(30));
    await close();
    return topic;
  }

  function start(topic: Topic<Step>, fault: string): ChildProcess {
    const options = {
      brokers: broker.brokers,
      topic: topic.name,
      group: `test.${topic.name}`,
      file,
      fault,
      sessionTimeoutMs,
      bundled: topic.bundled,
    };
    const script = path.join(import.meta.dirname, 'consumer-process.mjs');
    const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return child;
  }

  const ids = steps(30).map(({ id }) => id);
  const printed = (child: ChildProcess, word: string) =>
    new Promise<void>((resolve) => child.stdout?.on('data', (data: Buffer) => data.includes(word) && resolve()));

  it('gets messages again that it had committed but not acknowledged when it was killed', async () => {
    const topic = await published();
    const [, signal] = (await once(start(topic, 'kill-after-commit'), 'exit')) as [unknown, string];
    expect(signal).toBe('SIGKILL');
    const before = handled();
    expect(before).toEqual(ids.slice(0, 10));
    start(topic, 'none');
    await eventually(() => expect(handled()).toEqual([...before, ...ids]));
  });

  it('gets a whole bundle again of which it had committed a part when it was killed', async () => {
    const topic = await published({ bundled: true });
    await once(start(topic, 'kill-after-commit'), 'exit');
    const before = handled();
    expect(before).toEqual(ids.slice(0, 10));
    start(topic, 'none');
    await eventually(() => expect(handled()).toEqual([...before, ...ids]));
    await eventually(async () => expect(await committed(topic)).toBe(1));
  });

  it('gets messages again that it had not committed when it was killed', async () => {
    const topic = await published();
    await once(start(topic, 'kill-before-commit'), 'exit');
    expect(handled()).toEqual([]);
    start(topic, 'none');
    await eventually(() => expectNoneLost(ids, handled()));
  });

  it('(control) the check notices lost messages when the offset is committed first', async () => {
    const topic = await published();
    await once(start(topic, 'commit-first'), 'exit');
    start(topic, 'none');
    const { publisher, close } = connect(broker);
    await publisher.publish(topic, [{ id: 'last', value: { key: 'k-0', step: 30 } }]);
    await close();
    await eventually(() => expect(handled()).toContain('last'));
    expect(() => expectNoneLost(ids, handled())).toThrow('acknowledged messages were not handled');
  });

  it('loses its partition while it hangs, and cannot move the offset of its successor back', async () => {
    const topic = await published();
    const zombie = start(topic, 'slow-commit');
    await printed(zombie, 'working');
    zombie.kill('SIGSTOP');
    start(topic, 'none');
    await eventually(() => expectNoneLost(ids, handled()));
    await eventually(async () => expect(await committed(topic)).toBe(30));
    const late = printed(zombie, 'committed');
    zombie.kill('SIGCONT');
    await late;
    // It has handled its ten messages a second time. The offset never goes back.
    for (let check = 0; check < 10; check++) {
      expect(await committed(topic)).toBe(30);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expectNoneLost(ids, handled());
  });

  async function committed(topic: Topic<Step>): Promise<number> {
    const admin = clientOf(broker).admin();
    await admin.connect();
    const [offsets] = await admin.fetchOffsets({ groupId: `test.${topic.name}`, topics: [topic.name] });
    await admin.disconnect();
    return Number(offsets?.partitions[0]?.offset);
  }
});
