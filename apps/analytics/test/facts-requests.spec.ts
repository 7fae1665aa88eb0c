import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { FactsRequested } from '@tributary/contracts/facts-request';
import { factsRequested } from '@tributary/contracts/topics';
import { eventually } from '@tributary/testing/eventually';
import { rebuildFacts } from '../src/rebuild-facts.js';
import { bootAnalytics } from './booted-analytics.js';

/** Stands where tracking would. */
@Controller()
class Tracking {
  static readonly asked: string[] = [];

  @Consume(factsRequested, { group: 'test.tracking' })
  handle(@Payload() batch: Received<FactsRequested>[]): Rejection[] {
    Tracking.asked.push(...batch.map(({ value }) => value.request_id));
    return [];
  }
}

let directory: string;
beforeEach(async () => {
  Tracking.asked.length = 0;
  directory = await mkdtemp(path.join(tmpdir(), 'analytics-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** How often facts have been asked for once the app has run for a moment. */
async function askedAfterRunning(expected: number): Promise<number> {
  const app = await bootAnalytics(directory, [Tracking]);
  await eventually(() => expect(Tracking.asked.length).toBeGreaterThanOrEqual(expected));
  await app.stop();
  return Tracking.asked.length;
}

describe('asking for all facts', () => {
  it('is done once for a new file, however often the app starts', async () => {
    expect(await askedAfterRunning(1)).toBe(1);
    expect(await askedAfterRunning(1)).toBe(1);
  });

  it('is done again when the file was damaged, or set aside by command', async () => {
    await askedAfterRunning(1);
    await writeFile(path.join(directory, 'facts.duckdb'), 'no database'.repeat(1_000));
    expect(await askedAfterRunning(2)).toBe(2);
    await rebuildFacts({ DATA_DIR: directory });
    expect(await askedAfterRunning(3)).toBe(3);
    expect(new Set(Tracking.asked).size).toBe(3);
  });
});
