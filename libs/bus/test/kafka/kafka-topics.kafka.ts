import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deadLetterTopic } from '@tributary/contracts/topics/topic';
import { eventually } from '@tributary/testing/eventually';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import type { KafkaBroker } from '@tributary/testing/kafka/kafka-server';
import { ConfigResourceTypes } from 'kafkajs';
import { createTopics } from '../../src/kafka/commands/create-topics.js';
import { aGate, aTopic, Handled, handlerOf, listen, run, steps, type Step } from '../bus-harness.js';
import { clientOf, connect, readAll } from './kafka-harness.js';

const replicationFactor = 1;
/** For tests in which time does not matter. */
const longDeadline = { deadlineMs: 30_000 };

describe('topics on Kafka', () => {
  let broker: KafkaBroker;

  beforeAll(async () => {
    broker = await startKafka();
  });
  afterAll(() => broker.stop());

  it('creates topics and their dead-letter topics as defined, and does not change existing ones', async () => {
    const [retained, compacted] = [aTopic({ partitions: 3, retention: { days: 2 } }), aTopic({ retention: 'compact' })];
    const names = [retained, compacted].flatMap(({ name }) => [name, deadLetterTopic(name)]);
    expect(await createTopics(broker.brokers, [retained, compacted], { replicationFactor })).toEqual(names);
    expect(await createTopics(broker.brokers, [retained, compacted], { replicationFactor })).toEqual([]);
    expect(await settingsOf(retained.name)).toEqual({
      partitions: 3,
      'cleanup.policy': 'delete',
      'retention.ms': '172800000',
    });
    expect(await settingsOf(compacted.name)).toMatchObject({ partitions: 4, 'cleanup.policy': 'compact' });
    expect(await settingsOf(deadLetterTopic(retained.name))).toMatchObject({
      partitions: 1,
      'cleanup.policy': 'delete',
    });
  });

  it('delivers every message from the start to each instance of a broadcast consumer, which is ready only then', async () => {
    const topic = aTopic({ retention: 'compact' });
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const before = connect(broker);
    await before.publisher.publish(topic, steps(30, 3));
    await before.publisher.publish<Step>(topic, [{ id: 'end', key: 'k-0', value: null }]);
    await before.close();
    for (let instance = 0; instance < 2; instance++) {
      const handled = new Handled();
      const app = await run(connect(broker), [handlerOf(topic, { broadcast: true }, handled.record)]);
      expect(new Set(handled.ids).size).toBe(31);
      expect(handled.messages.filter(({ value }) => (value as Step | null) === null)).toMatchObject([{ key: 'k-0' }]);
      expect(await app.strategy.lag()).toMatchObject([{ messages: 0 }]);
      await app.close();
    }
  });

  it('delivers every message of partitions that hold more than one answer', async () => {
    const topic = aTopic({ retention: 'compact', partitions: 6 });
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const before = connect(broker, { deadlineMs: 60_000 });
    const filling = 'x'.repeat(2_000);
    const messages = Array.from({ length: 3_000 }, (_, step) => {
      const key = `k-${step % 30}`;
      return { id: `s-${step}`, key, json: JSON.stringify({ key, step, filling }) };
    });
    for (let first = 0; first < messages.length; first += 500)
      await before.publisher.publish(topic, messages.slice(first, first + 500));
    await before.close();
    const handled = new Handled();
    const app = await run(connect(broker), [handlerOf(topic, { broadcast: true }, handled.record)]);
    expect(new Set(handled.messages.map(({ value }) => value.step)).size).toBe(messages.length);
    expect(handled.stepsOf('k-7')).toEqual(messages.flatMap(({ key }, step) => (key === 'k-7' ? [step] : [])));
    await app.close();
  });

  it('(control) is not ready while a broadcast consumer has not caught up', async () => {
    const topic = aTopic();
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const gate = aGate();
    const connected = connect(broker);
    await connected.publisher.publish(topic, steps(1));
    const starting = run(connected, [handlerOf(topic, { broadcast: true }, () => gate.opened.then(() => []))]);
    await eventually(() =>
      expect(connected.strategy.readiness().waitingFor).toEqual([expect.stringContaining('to catch up')]),
    );
    expect(connected.strategy.hasCaughtUp()).toBe(false);
    gate.open();
    const app = await starting;
    expect(connected.strategy.hasCaughtUp()).toBe(true);
    await app.close();
  });

  it('starts a consumer that starts last when broadcast consumers have caught up', async () => {
    const [followed, topic] = [aTopic(), aTopic()];
    await createTopics(broker.brokers, [followed, topic], { replicationFactor });
    const connected = connect(broker);
    await connected.publisher.publish(followed, steps(1));
    await connected.publisher.publish(topic, steps(3));
    const [gate, first, last] = [aGate(), new Handled(), new Handled()];
    const app = await listen(connected.strategy, [
      handlerOf(followed, { broadcast: true }, () => gate.opened.then(() => [])),
      handlerOf(topic, { group: `first.${topic.name}` }, first.record),
      handlerOf(topic, { group: `last.${topic.name}`, startsLast: true }, last.record),
    ]);
    connected.strategy.startLast();
    await eventually(() => expect(first.ids).toHaveLength(3));
    await sleep(1_000);
    expect(last.ids).toEqual([]);
    gate.open();
    await eventually(() => expect(last.ids).toHaveLength(3));
    await app.close();
    await connected.close();
  });

  it('starts it on a new broker when the broadcast topics have been filled', async () => {
    const [followed, topic] = [aTopic(), aTopic()];
    await createTopics(broker.brokers, [followed, topic], { replicationFactor });
    const connected = connect(broker);
    await connected.publisher.publish(topic, steps(3));
    const [followedBy, last] = [new Handled(), new Handled()];
    const app = await listen(connected.strategy, [
      handlerOf(followed, { broadcast: true }, followedBy.record),
      handlerOf(topic, { startsLast: true }, last.record),
    ]);
    connected.strategy.startLast();
    await eventually(() => expect(connected.strategy.hasCaughtUp()).toBe(true));
    await sleep(1_000);
    expect(last.ids).toEqual([]);
    await connected.publisher.publish(followed, steps(1));
    await eventually(() => expect(last.ids).toHaveLength(3));
    expect(followedBy.ids).toHaveLength(1);
    await app.close();
    await connected.close();
  });

  it('starts it although a broadcast topic that may stay empty is empty', async () => {
    const [followed, topic] = [aTopic(), aTopic()];
    await createTopics(broker.brokers, [followed, topic], { replicationFactor });
    const connected = connect(broker);
    await connected.publisher.publish(topic, steps(3));
    const [followedBy, last] = [new Handled(), new Handled()];
    const app = await listen(connected.strategy, [
      handlerOf(followed, { broadcast: true, mayStayEmpty: true }, followedBy.record),
      handlerOf(topic, { startsLast: true }, last.record),
    ]);
    connected.strategy.startLast();
    await eventually(() => expect(last.ids).toHaveLength(3));
    expect(followedBy.ids).toEqual([]);
    await app.close();
    await connected.close();
  });

  it('a broadcast consumer resumes at its position when the broker is back', async () => {
    const topic = aTopic({ partitions: 1 });
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const handled = new Handled();
    const app = await run(connect(broker), [handlerOf(topic, { broadcast: true }, handled.record)]);
    await app.publisher.publish(topic, steps(10));
    await eventually(() => expect(handled.ids).toHaveLength(10));
    await broker.kill();
    await broker.start();
    await eventually(() => app.publisher.publish(topic, [{ id: 'next', value: { key: 'k-0', step: 10 } }]));
    await eventually(() => expect(handled.ids).toContain('next'));
    expect(handled.stepsOf('k-0').slice(0, 11)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await app.close();
  });

  it('distinguishes an empty topic from one with a message', async () => {
    const topic = aTopic();
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const { publisher, close } = connect(broker);
    expect(await publisher.isEmpty(topic)).toBe(true);
    await publisher.publish(topic, steps(1));
    expect(await publisher.isEmpty(topic)).toBe(false);
    await close();
  });

  it('keeps key, value and headers of a dead letter unchanged, also bytes that are not JSON', async () => {
    const topic = aTopic({ partitions: 1 });
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const producer = clientOf(broker).producer();
    await producer.connect();
    const bytes = Buffer.from([0xff, 0x00, 0x7b]);
    const timestamp = String(Date.now() - 60_000);
    await producer.send({
      topic: topic.name,
      messages: [{ key: 'k', value: bytes, timestamp, headers: { ce_id: 'malformed', shop: 'x' } }],
    });
    await producer.disconnect();
    const app = await run(connect(broker), [handlerOf(topic, {}, () => {})]);
    const [deadLetter] = await eventually(async () => {
      const deadLetters = await readAll(broker, deadLetterTopic(topic.name));
      expect(deadLetters).toHaveLength(1);
      return deadLetters;
    });
    expect([String(deadLetter?.key), deadLetter?.value]).toEqual(['k', bytes]);
    const headers = Object.fromEntries(
      Object.entries(deadLetter?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(headers).toMatchObject({
      ce_id: 'malformed',
      shop: 'x',
      dead_letter_topic: topic.name,
      dead_letter_position: '0/0',
      dead_letter_timestamp: timestamp,
    });
    expect(headers['dead_letter_reason']).toContain(`not a ${topic.name}: SyntaxError`);
    await app.close();
  });

  it('rejects a message that is too large for a broker, and publishes others', async () => {
    const topic = aTopic();
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const { publisher, close } = connect(broker, longDeadline);
    const huge = { id: 'huge', value: { key: 'x'.repeat(4 * 1024 * 1024), step: 1 } };
    await expect(publisher.publish(topic, [huge])).rejects.toMatchObject({ code: 'BAD_REQUEST_DATA' });
    await publisher.publish(topic, steps(5_000, 7));
    expect(await readAll(broker, topic.name)).toHaveLength(5_000);
    await close();
  });

  it('keeps requests within the limit of the broker, also with long keys and headers', async () => {
    const topic = aTopic({ partitions: 1, key: () => 'k'.repeat(1_900) });
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const { publisher, close } = connect(broker, longDeadline);
    const traceparent = Array.from({ length: 16 }, () => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`).join();
    await publisher.publish(
      topic,
      steps(1_000).map((message) => ({ ...message, traceparent })),
    );
    expect(await readAll(broker, topic.name)).toHaveLength(1_000);
    await close();
  });

  // The key is written twice: as the key and in the value.
  it('accepts a message of 2 MiB', async () => {
    const topic = aTopic({ partitions: 1 });
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const { publisher, close } = connect(broker, longDeadline);
    await publisher.publish(topic, [{ id: 'large', value: { key: 'x'.repeat(1024 * 1024), step: 1 } }]);
    expect(await readAll(broker, topic.name)).toHaveLength(1);
    await close();
  });

  it('calls onCrash when a consumer has ended for good', async () => {
    const topic = aTopic();
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const gate = aGate();
    // The broker rejects this session timeout, so no retry can succeed.
    const connected = connect(broker, {}, { sessionTimeoutMs: 1_500, onCrash: () => gate.open() });
    connected.strategy.addHandler(topic.name, () => Promise.resolve([]), true, { topic, group: 'test.crash' });
    connected.strategy.listen(() => {});
    await gate.opened;
    await connected.strategy.close();
    await connected.close();
  });

  async function settingsOf(name: string) {
    const admin = clientOf(broker).admin();
    await admin.connect();
    const { topics } = await admin.fetchTopicMetadata({ topics: [name] });
    const configNames = ['cleanup.policy', 'retention.ms'];
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name, configNames }],
    });
    await admin.disconnect();
    const config =
      resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue] as const) ?? [];
    return { partitions: topics[0]?.partitions.length, ...Object.fromEntries(config) };
  }
});
