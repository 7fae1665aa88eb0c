import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { findRepeatedly, limitBeside, timeOf } from '@tributary/testing/time-limit';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import type { KafkaBroker } from '@tributary/testing/kafka/kafka-server';
import { Registry } from 'prom-client';
import { busMetrics } from '../../src/bus-metrics.js';
import { createTopics } from '../../src/kafka/commands/create-topics.js';
import type { Publisher } from '../../src/publishing/publisher.js';
import { aTopic, Handled, handlerOf, run } from '../bus-harness.js';
import { clientOf, connect, expectNoneLost, readAll } from './kafka-harness.js';

const replicationFactor = 1;

describe('Kafka that fails', () => {
  let broker: KafkaBroker;

  beforeAll(async () => {
    broker = await startKafka();
  });
  afterAll(() => broker.stop());

  it('loses no acknowledged message and no order per key when the broker is killed during publishing', async () => {
    const topic = aTopic();
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const handled = new Handled();
    const app = await run(connect(broker, { deadlineMs: 1_500 }), [handlerOf(topic, {}, handled.record)]);
    const traffic = publishUntilStopped(app.publisher, topic);
    await eventually(() => expect(traffic.acknowledged.length).toBeGreaterThan(500));
    await broker.kill();
    await eventually(() => expect(traffic.refusals).toBeGreaterThan(0));
    await broker.start();
    const before = traffic.acknowledged.length;
    await eventually(() => expect(traffic.acknowledged.length).toBeGreaterThan(before + 500));
    await traffic.stop();
    await eventually(() => expectNoneLost(traffic.acknowledged, handled.ids));
    for (let key = 0; key < traffic.keys; key++) expectFirstDeliveriesInOrder(handled.stepsOf(`k-${key}`));
    await app.close();
  });

  it('(control) the check notices messages that were acknowledged before they were written', async () => {
    const topic = aTopic();
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const producer = clientOf(broker).producer();
    await producer.connect();
    await producer.send({ topic: topic.name, messages: [{ key: 'k', value: '1', headers: { ce_id: 'kept' } }] });
    await broker.pause();
    await producer.send({
      topic: topic.name,
      acks: 0,
      messages: [{ key: 'k', value: '2', headers: { ce_id: 'lost' } }],
    });
    await broker.kill();
    await producer.disconnect().catch(() => {});
    await broker.start();
    const { publisher, close } = connect(broker);
    try {
      await publisher.publish(topic, [{ id: 'last', value: { key: 'k', step: 3 } }]);
    } finally {
      await close();
    }
    // A broker that has just recovered may refuse reads, or return less than it holds, for a moment.
    const found = await eventually(async () => {
      const ids = (await readAll(broker, topic.name)).map(({ headers }) => String(headers?.['ce_id']));
      expect(ids).toContain('last');
      return ids;
    });
    expect(() => expectNoneLost(['kept', 'lost'], found)).toThrow(
      '1 acknowledged messages were not handled, such as lost',
    );
  });

  it('starts without the broker, is not ready, and works once the broker is up', async () => {
    const topic = aTopic();
    await createTopics(broker.brokers, [topic], { replicationFactor });
    await broker.kill();
    const connected = connect(broker, { deadlineMs: 500 });
    const handled = new Handled();
    const starting = run(connected, [handlerOf(topic, {}, handled.record)]);
    const message = { id: 'i-1', value: { key: 'k', step: 0 } };
    await expect(connected.publisher.publish(topic, [message])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(connected.strategy.lag()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const registry = new Registry();
    for (const metric of busMetrics(connected.publisher, connected.strategy)) registry.registerMetric(metric);
    const scraped = await registry.metrics();
    expect(scraped).toContain('tributary_consumer_handled_messages_total{');
    expect(scraped).not.toContain('tributary_consumer_lag_messages{');
    expect(connected.strategy.readiness().ready).toBe(false);
    await broker.start();
    const app = await starting;
    await eventually(() => app.publisher.publish(topic, [message]));
    await eventually(() => expect(handled.ids).toContain('i-1'));
    await app.close();
  });

  it('fails within the deadline while the broker hangs, and publishes again when it answers', async () => {
    const topic = aTopic();
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const { publisher, close } = connect(broker, { deadlineMs: 1_000 });
    const publish = (step: number) => publisher.publish(topic, [{ id: `i-${step}`, value: { key: 'k', step } }]);
    await eventually(() => publish(0));
    const requestsMs = [await timeOf(() => publish(0))];
    await broker.pause();
    const late = await findRepeatedly(async () => {
      const refusedMs = await timeOf(async () => {
        const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, step) => publish(step)));
        for (const { status } of outcomes) expect(status).toBe('rejected');
      });
      return refusedMs < limitBeside(3_000, requestsMs) ? [] : [{ refusedMs, requestsMs }];
    });
    expect(late).toEqual([]);
    await broker.resume();
    await eventually(() => publish(1));
    await eventually(() => expect(publisher.counters).toMatchObject({ queued: 0, queuedBytes: 0, inFlight: 0 }));
    await close();
  });

  it('publishes in the background while the broker hangs for longer than a deadline (control: a request fails)', async () => {
    const topic = aTopic();
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const { publisher, close } = connect(broker, { deadlineMs: 500 });
    const message = (step: number) => [{ id: `i-${step}`, value: { key: 'k', step } }];
    await eventually(() => publisher.publish(topic, message(0)));
    await broker.pause();
    const request = publisher.publish(topic, message(1));
    const background = publisher.publish(topic, message(2), { background: true });
    await expect(request).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await broker.resume();
    await expect(background).resolves.toBeUndefined();
    await close();
  });

  it('closes in time while the broker is away', async () => {
    const topic = aTopic();
    await createTopics(broker.brokers, [topic], { replicationFactor });
    const requestsMs = [await timeOf(() => createTopics(broker.brokers, [topic], { replicationFactor }))];
    const late = await findRepeatedly(async () => {
      const app = await run(connect(broker), [handlerOf(topic, {}, () => {})]);
      await broker.kill();
      const closedMs = await timeOf(() => app.close());
      await broker.start();
      // A process is killed 15 seconds after its SIGTERM.
      return closedMs < limitBeside(12_000, requestsMs) ? [] : [{ closedMs, requestsMs }];
    });
    expect(late).toEqual([]);
  });
});

/** Publishes continuously, each message with its own id, and records which were acknowledged. */
function publishUntilStopped(publisher: Publisher, topic: ReturnType<typeof aTopic>) {
  const keys = 8;
  const traffic = { keys, acknowledged: [] as string[], refusals: 0, stop: () => Promise.resolve() };
  let isStopped = false;
  const caller = async (key: number) => {
    for (let step = 0; !isStopped; step++) {
      const id = `${key}-${step}`;
      try {
        await publisher.publish(topic, [{ id, value: { key: `k-${key}`, step } }]);
        traffic.acknowledged.push(id);
      } catch {
        traffic.refusals++;
        await sleep(20);
      }
    }
  };
  const callers = Promise.all(Array.from({ length: keys }, (_, key) => caller(key)));
  traffic.stop = async () => {
    isStopped = true;
    await callers;
  };
  return traffic;
}

/** A message may be delivered twice, but its first delivery must not follow that of a later message. */
function expectFirstDeliveriesInOrder(steps: number[]): void {
  const firstDeliveries = [...new Set(steps)];
  expect(firstDeliveries).toEqual([...firstDeliveries].sort((a, b) => a - b));
}
