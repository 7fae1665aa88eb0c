import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import { connectInProcess } from '@tributary/bus/in-process/in-process-bus';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ActivitiesStored, ActivityReceived, StoredActivity } from '@tributary/contracts/tracking/activity';
import { retry } from '@tributary/contracts/retry';
import { type Identifier } from '@tributary/contracts/tracking/identifier';
import { activityReceived, activityStored } from '@tributary/contracts/topics/topics';
import { startApp, type RunningApp } from '@tributary/runtime/app';
import { Health } from '@tributary/runtime/health';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import type { Platform } from '@tributary/runtime/platform';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import type { TestPostgres } from '@tributary/testing/postgres/postgres';
import { DataSource } from 'typeorm';
import { trackingDatabase } from '../../src/database.js';
import { TrackingIngestModule } from '../../src/tracking-ingest.module.js';
import { newSecretsKey } from '../tracking-database.js';

/** Stands in for analytics. */
export
@Controller()
class Reports {
  static readonly received: StoredActivity[] = [];

  @Consume(activityStored, { group: 'test.reports' })
  handle(@Payload() batch: Received<ActivitiesStored>[]): Rejection[] {
    Reports.received.push(...batch.flatMap(({ value }) => value.activities));
    return [];
  }
}

export const deadLetterDirectory = mkdtempSync(path.join(tmpdir(), 'tributary-dlq-'));
export let postgres: TestPostgres;
export let platform: Platform;
export let running: RunningApp;
export let database: DataSource;

beforeAll(async () => {
  postgres = await startMigratedPostgres(trackingDatabase);
  const logger = createLogger('tracking-ingest', 'silent');
  const bus = connectInProcess({ deadLetterDirectory, logger });
  platform = { bus, logger, health: new Health(), metrics: new Metrics('tracking-ingest') };
  @Module({
    imports: [TrackingIngestModule.register({ DATABASE_URL: postgres.url, SECRETS_KEY: newSecretsKey() }, platform)],
    controllers: [Reports],
  })
  class TestModule {}
  running = await startApp({ module: { module: TestModule }, platform, port: 0, host: '127.0.0.1' });
  database = running.app.get(DataSource, { strict: false });
});
afterAll(async () => {
  await running.stop();
  await postgres.stop();
});
afterEach(() => database.query('truncate activities, activity_receipts, user_points, user_identifiers'));

export const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });

export function received(difference: Partial<ActivityReceived> = {}, body: object = {}): ActivityReceived {
  return {
    datamart_id: '1',
    activity_id: randomUUID(),
    received_ts: Date.now(),
    identifiers: [agent('g')],
    body: JSON.stringify({ $type: 'SITE_VISIT', ...body }),
    ...difference,
  };
}

/** Rejects when the activities are not acknowledged in time. */
export const publishOnce = (...values: ActivityReceived[]) =>
  platform.bus.publisher.publish(
    activityReceived,
    values.map((value) => ({ id: `${value.datamart_id}/${value.activity_id}`, value })),
  );

/** Sends them again after a 503, as a client does: a busy machine may take longer than the bus waits. */
export const publish = (...values: ActivityReceived[]) => retry(() => publishOnce(...values), { pauseMs: 100 });

interface Row {
  activity_id: string;
  user_point_id: string;
  datamart_id: string;
  ts: string;
  day: string;
  body: string;
}
export const stored = () =>
  database.query<Row[]>(
    `select activity_id, user_point_id, datamart_id, ts, day::text, body::text from activities order by received_ts, activity_id`,
  );
