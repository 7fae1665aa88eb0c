import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { collectionsRequested } from '@tributary/contracts/topics/topics';
import type { CollectionsRequested } from '@tributary/contracts/tracking/user-point';
import { eventually } from '@tributary/testing/eventually';
import { bootAnalytics, type BootedAnalytics } from './booted-analytics.js';

/** Consumes the topic in place of tracking-ingest. */
@Controller()
class Counting {
  static readonly asked: string[][] = [];

  @Consume(collectionsRequested, { group: 'test.counting' })
  handle(@Payload() batch: Received<CollectionsRequested>[]): Rejection[] {
    Counting.asked.push(...batch.map(({ value }) => value.datamart_ids));
    return [];
  }
}

let directory: string;
let app: BootedAnalytics;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'analytics-'));
  app = await bootAnalytics(directory, [Counting]);
});
afterAll(async () => {
  await app.stop();
  await rm(directory, { recursive: true });
});

async function report(end_date: string, ...datamarts: string[]): Promise<void> {
  const filters = [{ dimension_name: 'datamart_id', operator: 'IN_LIST', expressions: datamarts }];
  const { status } = await app.post('/v1/platform_monitoring/collections', {
    metrics: [{ expression: 'count' }],
    date_ranges: [{ start_date: 'now-2d', end_date }],
    ...(datamarts.length > 0 && { dimension_filter_clauses: { operator: 'AND', filters } }),
  });
  expect(status).toBe(200);
}

it('a report up to now asks for new counts of its datamarts', async () => {
  await report('now-1d', '1');
  await report('now', '1');
  await eventually(() => expect(Counting.asked).toEqual([['1']]));
  await report('now+1h', '11');
  await eventually(() => expect(Counting.asked).toEqual([['1'], ['11']]));
});
