import { beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../client/client.js';
import type { EmbeddedSuite } from '../suite/embedded-suite.js';
import { findRepeatedly } from '@tributary/testing/time-limit';
import { callRates, measureCalls, wrongCounts, type MeasuredCalls } from './call-rates.js';
import { delayedBeside, measureIsolation } from './isolation.js';
import { pluginNeighbours } from './neighbours.js';
import { outcomeCases } from './outcome-cases.js';
import { resultCases } from './result-cases.js';
import { waitingCases } from './waiting-cases.js';

/** Analyzers of one process. */
export function pluginsEmbedded(suite: EmbeddedSuite): void {
  const client = () => new Client(suite.platform.url, suite.platform.token);
  const platform = () => suite.platform;
  let counts: Promise<MeasuredCalls>[];

  beforeAll(() => {
    // Beside the other cases, because they take a while.
    counts = callRates.map((rate) => measureCalls(client(), rate));
    for (const count of counts) count.catch(() => undefined);
  });

  describe('that fail', () => outcomeCases(platform, suite.databaseUrl));
  describe('that answer', () => resultCases(platform));
  describe('that let activities wait', () => waitingCases(platform, suite.databaseUrl));

  describe('of a neighbour', () => pluginNeighbours(platform));

  describe('that are limited', () => {
    it.each(callRates.map((rate, index) => ({ ...rate, index })))(
      'get $least to $most calls in $seconds s with max_qps $max_qps',
      async ({ index, ...rate }) => {
        let first: Promise<MeasuredCalls> | undefined = counts[index];
        // A busy machine decides late, which costs calls, or notices the first call late, which adds some.
        const wrong = await findRepeatedly(async () => {
          const measured = await (first ?? measureCalls(client(), rate));
          first = undefined;
          return wrongCounts(rate, measured);
        });
        expect(wrong).toEqual([]);
      },
    );
  });

  suite.step('that hang delay no other channel', async () => {
    expect(await findRepeatedly(async () => delayedBeside(await measureIsolation(client())))).toEqual([]);
  });
}
