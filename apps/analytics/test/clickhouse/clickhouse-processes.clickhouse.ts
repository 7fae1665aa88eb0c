import { randomUUID } from 'node:crypto';
import { Controller, type DynamicModule } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTopics } from '@tributary/bus/kafka/commands/create-topics';
import { connectKafka } from '@tributary/bus/kafka/kafka-bus';
import { Consume } from '@tributary/bus/messages/consume';
import type { BusStrategy } from '@tributary/bus/consuming/bus.strategy';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { Publisher } from '@tributary/bus/publishing/publisher';
import { activityStored, backfillEnded, backfillRequested, topics } from '@tributary/contracts/topics/topics';
import type { BackfillRequested } from '@tributary/contracts/tracking/backfill';
import { guardByCallerHeader } from '@tributary/http/caller-guard';
import { startApp } from '@tributary/runtime/app';
import { specCaller, specTrust } from '@tributary/app-testing/boot-for-specs';
import { Health } from '@tributary/runtime/health';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import type { Platform } from '@tributary/runtime/platform';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import { eventually } from '@tributary/testing/eventually';
import type { KafkaBroker } from '@tributary/testing/kafka/kafka-server';
import { AnalyticsModule } from '../../src/analytics.module.js';
import { AnalyticsConfig } from '../../src/config.js';
import { aCaller } from '../booted-analytics.js';
import { withClickHouse } from './clickhouse-databases.js';
import { anActivity } from '../messages.js';

const datamarts = Array.from({ length: 12 }, (_, index) => String(index + 1));

const { newDatabase } = withClickHouse();
let broker: KafkaBroker;
let tracking: { stop: () => Promise<void> };
beforeAll(async () => {
  broker = await startKafka();
  await createTopics(broker.brokers, topics, { replicationFactor: 1 });
  tracking = await startProcess('tracking', ({ bus }) => {
    Tracking.publisher = bus.publisher;
    return { module: Tracking, controllers: [Tracking] };
  });
});
afterAll(async () => {
  await tracking.stop();
  await broker.stop();
});

/** Replaces tracking-ingest: its backfills have nothing to publish. */
@Controller()
class Tracking {
  /** Ids: a rebalance delivers a request again. */
  static readonly requests = new Set<string>();
  static publisher: Publisher;

  @Consume(backfillRequested, { group: 'test.tracking' })
  async handle(@Payload() batch: Received<BackfillRequested>[]): Promise<Rejection[]> {
    for (const { request_id } of batch.map(({ value }) => value)) {
      Tracking.requests.add(request_id);
      const value = { request_id, messages: 0 };
      await Tracking.publisher.publish(backfillEnded, [{ id: `${request_id}/end`, value }]);
    }
    return [];
  }
}

async function startProcess(clientId: string, module: (platform: Platform) => DynamicModule) {
  const onCrash = (error: Error) => {
    throw error;
  };
  const logger = createLogger(clientId, 'silent');
  const bus = connectKafka({ brokers: broker.brokers, clientId, logger, onCrash });
  const platform = { bus, logger, health: new Health(), metrics: new Metrics(clientId) };
  const { url, stop } = await startApp({
    module: module(platform),
    platform,
    port: 0,
    host: '127.0.0.1',
    extend: (server) => guardByCallerHeader(server, specTrust(clientId)),
  });
  return { url, stop, bus };
}

async function start(settings: object) {
  const config = AnalyticsConfig.parse(settings);
  const { url, stop, bus } = await startProcess('analytics', (platform) => AnalyticsModule.register(config, platform));
  const ready = async () => (await fetch(`${url}/health/ready`)).status;
  const metric = async (name: string) =>
    new RegExp(`^${name}\\S* (\\S+)$`, 'm').exec(await (await fetch(`${url}/metrics`)).text())?.[1];
  const report = async (datamart_id: string) => {
    const target = `/v1/datamarts/${datamart_id}/user_activities_analytics`;
    const response = await fetch(url + target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...specCaller('analytics', aCaller(), target, 'POST') },
      body: JSON.stringify({
        metrics: [{ expression: 'sessions' }],
        dimensions: [],
        date_ranges: [{ start_date: 'now-7d', end_date: 'now+1d' }],
      }),
    });
    if (response.status !== 200) return `refused with ${response.status}`;
    const { data } = (await response.json()) as { data: { report_view: { rows: number[][] } } };
    return data.report_view.rows[0]?.[0];
  };
  const publish = () =>
    bus.publisher.publish(
      activityStored,
      datamarts.map((datamart_id) => ({ id: randomUUID(), value: { datamart_id, activities: [anActivity()] } })),
    );
  const expectReports = (activities: number) =>
    eventually(async () => expect(await Promise.all(datamarts.map(report))).toEqual(datamarts.map(() => activities)), {
      within: 180_000,
    });
  await eventually(async () => expect(await ready()).toBe(200), { within: 180_000 });
  return { stop, bus, ready, metric, publish, expectReports };
}

it('two processes of analytics share the partitions, both answer, and one goes on alone', async () => {
  const { url, database } = newDatabase();
  const settings = { CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: database };
  const first = await start(settings);
  const second = await start(settings);
  for (let round = 0; round < 5; round++) await (round % 2 ? first : second).publish();
  await Promise.all([first.expectReports(5), second.expectReports(5)]);
  // Both have read some: control for a second process that stands by.
  const handled = ({ bus }: typeof first) =>
    (bus.strategy as BusStrategy).stats().find(({ topic }) => topic === activityStored.name)?.handled ?? 0;
  expect(Math.min(handled(first), handled(second))).toBeGreaterThan(0);
  // One of them owns the requests: the new database was requested once.
  expect([first, second].filter(({ bus }) => bus.isSoleOwner())).toHaveLength(1);
  await eventually(() => expect(Tracking.requests.size).toBe(1));
  await first.stop();
  await second.publish();
  await second.expectReports(6);
  await eventually(async () => expect(await second.metric('tributary_facts_gaps')).toBe('0'), { within: 180_000 });
  expect([await second.ready(), Tracking.requests.size]).toEqual([200, 1]);
  await second.stop();
});
