import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Controller, type DynamicModule } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Consume, type AnyTopic } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { Publisher } from '@tributary/bus/publishing/publisher';
import type { BackfillRequested } from '@tributary/contracts/tracking/backfill';
import type { Platform } from '@tributary/runtime/platform';
import { connectKafka } from '@tributary/bus/kafka/kafka-bus';
import { createTopics } from '@tributary/bus/kafka/commands/create-topics';
import { activityStored, backfillEnded, backfillRequested, factTopics } from '@tributary/contracts/topics/topics';
import { topics } from '@tributary/contracts/topics/topic-catalog';
import { guardByCallerHeader } from '@tributary/http/caller-guard';
import { startApp } from '@tributary/runtime/app';
import { specCaller, specTrust } from '@tributary/app-testing/boot-for-specs';
import { Health } from '@tributary/runtime/health';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import { eventually } from '@tributary/testing/eventually';
import type { KafkaBroker } from '@tributary/testing/kafka/kafka-server';
import { AnalyticsModule } from '../src/analytics.module.js';
import { AnalyticsConfig } from '../src/config.js';
import { aCaller } from './booted-analytics.js';
import { anActivity } from './messages.js';

const datamarts = Array.from({ length: 12 }, (_, index) => String(index + 1));

let broker: KafkaBroker;
let tracking: { stop: () => Promise<void> };
const directories: string[] = [];
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
  for (const directory of directories) await rm(directory, { recursive: true });
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
  const warnings: string[] = [];
  const busLogger = { warn: (message: string) => void warnings.push(message), debug: () => {} };
  const onCrash = (error: Error) => {
    throw error;
  };
  const bus = connectKafka({ brokers: broker.brokers, clientId, logger: busLogger, onCrash });
  const platform = {
    bus,
    logger: createLogger(clientId, 'silent'),
    health: new Health(),
    metrics: new Metrics(clientId),
  };
  const { url, stop } = await startApp({
    module: module(platform),
    platform,
    port: 0,
    host: '127.0.0.1',
    extend: (server) => guardByCallerHeader(server, specTrust(clientId)),
  });
  return { url, stop, warnings, publisher: bus.publisher };
}

async function aVolume(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'analytics-'));
  directories.push(directory);
  return directory;
}

/** A process of analytics over Kafka. */
async function start(directory: string) {
  const config = AnalyticsConfig.parse({ DATA_DIR: directory });
  const { url, publisher, ...running } = await startProcess('analytics', (platform) =>
    AnalyticsModule.register(config, platform),
  );
  const health = async () => {
    const response = await fetch(`${url}/health/ready`);
    return { status: response.status, body: (await response.json()) as { parts: Record<string, string> } };
  };
  /** How many activities the datamart has; the status if the report is refused. */
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
    publisher.publish(
      activityStored,
      datamarts.map((datamart_id) => ({ id: randomUUID(), value: { datamart_id, activities: [anActivity()] } })),
    );
  const isReady = () => eventually(async () => expect((await health()).status).toBe(200));
  const gaps = async () => /^tributary_facts_gaps\S* (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];
  const isComplete = (activities: number) =>
    eventually(async () => {
      expect(await Promise.all(datamarts.map(report))).toEqual(datamarts.map(() => activities));
      expect(await gaps()).toBe('0');
    });
  return { ...running, health, report, publish, isReady, isComplete };
}

it('needs topics that are neither compacted nor bundled, where every offset is one message', () =>
  expect(factTopics.filter(({ retention, bundled }: AnyTopic) => retention === 'compact' || bundled)).toEqual([]));

describe('two processes of analytics', () => {
  it('do not share the partitions: the second one refuses reports until the first is gone', async () => {
    const [one, other] = [await aVolume(), await aVolume()];
    const first = await start(one);
    await first.isReady();
    const second = await start(other);
    const standsBy = () => second.warnings.filter((line) => line.includes('stands by')).length;
    await eventually(() => expect(standsBy()).toBe(factTopics.length));
    await first.publish();
    await first.isComplete(1);
    expect(await second.health()).toMatchObject({
      status: 503,
      body: { parts: { bus: 'up', 'sole owner of facts': 'down' } },
    });
    expect(await second.report('1')).toBe('refused with 503');
    expect([(await first.health()).status, Tracking.requests.size]).toEqual([200, 1]);

    await first.stop();
    await second.isReady();
    await second.publish();
    // Its file is new. This stand-in of tracking does not have what came before.
    await second.isComplete(1);
    expect(Tracking.requests.size).toBe(2);
    await second.stop();

    // The file of the first one lacks what the second one has read, like a volume from an old snapshot.
    const third = await start(one);
    await third.isReady();
    await eventually(() => expect(Tracking.requests.size).toBe(3));
    await third.publish();
    await third.isComplete(2);
    await third.stop();
    // Control: a restart without a gap requests nothing.
    const fourth = await start(one);
    await fourth.isReady();
    await fourth.publish();
    await fourth.isComplete(3);
    expect(Tracking.requests.size).toBe(3);
    await fourth.stop();
  });
});
