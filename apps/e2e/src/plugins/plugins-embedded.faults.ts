import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findEmbeddedServer } from '@tributary/testing/processes/processes-embedded';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { Client } from '../client/client.js';
import { stepsOn } from '../suite/step.js';
import { callRates, measureCalls } from './call-rates.js';
import { delayedBeside, measureIsolation } from './isolation.js';
import { outcomeCases } from './outcome-cases.js';
import { resultCases } from './result-cases.js';
import { waitingCases } from './waiting-cases.js';

let directory: string;
let platform: Platform;
const databaseUrl = () => findEmbeddedServer(path.join(directory, 'data')).url;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-plugins-'));
  platform = await startPlatform({ shape: 'embedded', dataDirectory: path.join(directory, 'data') });
});

afterAll(async () => {
  await platform?.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('analyzers of one process', () => {
  describe('that fail', () => outcomeCases(() => platform, databaseUrl));
  describe('that answer', () => resultCases(() => platform));
  describe('that let activities wait', () => waitingCases(() => platform, databaseUrl));

  describe('that are limited', () => {
    let counts: Promise<number>[];
    beforeAll(() => {
      const client = new Client(platform.url, platform.token);
      // Side by side, because they take a while.
      counts = callRates.map((rate) => measureCalls(client, rate));
      for (const count of counts) count.catch(() => undefined);
    });

    it.each(callRates.map((rate, index) => ({ ...rate, index })))(
      'get $least to $most calls in $seconds s with max_qps $max_qps',
      async ({ index, ...rate }) => {
        let count = await counts[index]!;
        // A busy machine decides late, which costs calls. The most calls are never exceeded.
        for (let again = 0; again < 2 && count < rate.least; again++)
          count = await measureCalls(new Client(platform.url, platform.token), rate);
        expect(count).toBeGreaterThanOrEqual(rate.least);
        expect(count).toBeLessThanOrEqual(rate.most);
      },
    );
  });

  const step = stepsOn(() => platform);
  step('that hang delay no other channel', async () => {
    const client = new Client(platform.url, platform.token);
    let delayed = delayedBeside(await measureIsolation(client));
    // Another program on the machine delays all channels for a while; an analyzer in the way would do so each time.
    for (let again = 0; again < 2 && delayed.length > 0; again++)
      delayed = delayedBeside(await measureIsolation(client));
    expect(delayed).toEqual([]);
  });
});
