import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { Registry } from 'prom-client';
import { busMetrics } from '../src/bus-metrics.js';
import { FileDeadLetters } from '../src/in-process/file-dead-letters.js';
import type { Incoming } from '../src/messages/incoming.js';
import { InProcessPublisher } from '../src/in-process/in-process.publisher.js';
import { InProcessStrategy } from '../src/in-process/in-process.strategy.js';
import { aGate, aTopic, handlerOf, quickRetry, run, silent, steps, type StepHandler } from './bus-harness.js';

const directory = mkdtempSync(path.join(tmpdir(), 'tributary-metrics-'));
afterAll(() => rmSync(directory, { recursive: true }));

function connect() {
  const publisher = new InProcessPublisher();
  const deadLetters = new FileDeadLetters(directory);
  const strategy = new InProcessStrategy({ publisher, deadLetters, logger: silent, retry: quickRetry });
  const registry = new Registry();
  for (const metric of busMetrics(publisher, strategy)) registry.registerMetric(metric);
  /** The samples by name, and outcome if they have one. */
  const scrape = async () => {
    const samples = (await registry.getMetricsAsJSON()).flatMap(({ name, values }) =>
      values.map(({ labels, value, ...rest }) => {
        const own = 'metricName' in rest ? String(rest.metricName) : name;
        return [labels['outcome'] === undefined ? own : `${own} ${labels['outcome']}`, value] as const;
      }),
    );
    return Object.fromEntries(samples);
  };
  return { bus: { publisher, strategy, close: () => publisher.close() }, strategy, publisher, registry, scrape };
}

describe('the metrics of a bus', () => {
  it('count published, handled, dead-lettered and queued messages', async () => {
    const topic = aTopic();
    const { bus, publisher, scrape } = connect();
    const gate = aGate();
    const handle: StepHandler = (batch) =>
      gate.opened.then(() => batch.slice(0, 1).map((message) => ({ message, reason: 'no' })));
    const app = await run(bus, [handlerOf(topic, {}, handle)]);
    const published = publisher.publish(topic, steps(5));
    expect(await scrape()).toMatchObject({
      tributary_publisher_queue_messages: 5,
      tributary_consumer_lag_messages: 5,
      tributary_consumer_handled_messages_total: 0,
    });
    await eventually(async () => expect((await scrape())['tributary_publisher_oldest_age_seconds']).toBeGreaterThan(0));
    gate.open();
    await published;
    expect(await scrape()).toMatchObject({
      tributary_publisher_queue_messages: 0,
      tributary_publisher_queue_bytes: 0,
      tributary_publisher_oldest_age_seconds: 0,
      'tributary_publisher_messages_total published': 5,
      tributary_consumer_handled_messages_total: 4,
      tributary_consumer_dead_letters_total: 1,
      tributary_consumer_lag_messages: 0,
      tributary_consumer_batch_messages_sum: 5,
      tributary_consumer_batch_duration_seconds_count: 1,
    });
    await app.close();
  });

  it('do not change when they are scraped again, and have labels for group and topic', async () => {
    const topic = aTopic();
    const { bus, publisher, registry } = connect();
    const app = await run(bus, [handlerOf(topic, {}, () => [])]);
    await publisher.publish(topic, steps(3));
    const first = await registry.metrics();
    expect(first).toMatch(
      new RegExp(`tributary_consumer_handled_messages_total\\{group="[^"]+",topic="${topic.name}"\\} 3`),
    );
    expect(await registry.metrics()).toBe(first);
    await app.close();
  });

  it('count a dead letter once its hook has succeeded, which is retried', async () => {
    const topic = aTopic();
    const { bus, publisher, strategy, scrape } = connect();
    const calls: Incoming[][] = [];
    strategy.onDeadLetters(topic, (messages) => {
      calls.push(messages);
      return calls.length < 3 ? Promise.reject(new Error('not now')) : Promise.resolve();
    });
    const app = await run(bus, [handlerOf(topic, {}, (batch) => batch.map((message) => ({ message, reason: 'no' })))]);
    await publisher.publish(topic, steps(1));
    expect(calls.map((messages) => messages.map(({ id }) => id))).toEqual([['s-0'], ['s-0'], ['s-0']]);
    expect(await scrape()).toMatchObject({ tributary_consumer_dead_letters_total: 1 });
    await app.close();
  });
});
