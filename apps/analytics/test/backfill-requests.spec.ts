import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { BackfillRequested } from '@tributary/contracts/tracking/backfill';
import { backfillRequested } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { AnalyticsConfig } from '../src/config.js';
import { rebuildFacts } from '../src/rebuild-facts.js';
import { bootAnalytics } from './booted-analytics.js';

/** Replaces tracking-ingest: records the requests. */
@Controller()
class Tracking {
  static readonly requests: string[] = [];

  @Consume(backfillRequested, { group: 'test.tracking' })
  handle(@Payload() batch: Received<BackfillRequested>[]): Rejection[] {
    Tracking.requests.push(...batch.map(({ value }) => value.request_id));
    return [];
  }
}

let directory: string;
beforeEach(async () => {
  Tracking.requests.length = 0;
  directory = await mkdtemp(path.join(tmpdir(), 'analytics-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** The number of backfill requests so far, after the app has run for a moment. */
async function requestsAfterRunning(expected: number): Promise<number> {
  const app = await bootAnalytics(directory, [Tracking]);
  await eventually(() => expect(Tracking.requests.length).toBeGreaterThanOrEqual(expected));
  await app.stop();
  return Tracking.requests.length;
}

describe('a backfill', () => {
  it('is requested once for a new file, however often the app starts', async () => {
    expect(await requestsAfterRunning(1)).toBe(1);
    expect(await requestsAfterRunning(1)).toBe(1);
  });

  it('is requested again after the file was damaged or set aside by the rebuild command', async () => {
    await requestsAfterRunning(1);
    await writeFile(path.join(directory, 'facts.duckdb'), 'not a database'.repeat(1_000));
    expect(await requestsAfterRunning(2)).toBe(2);
    await rebuildFacts(AnalyticsConfig.parse({ DATA_DIR: directory }));
    expect(await requestsAfterRunning(3)).toBe(3);
    expect(new Set(Tracking.requests).size).toBe(3);
  });
});
