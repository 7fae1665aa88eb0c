import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { AnalysisOutcome } from '@tributary/contracts/tracking/activity';
import { hourMs } from '@tributary/contracts/rules/time-units';
import fc from 'fast-check';
import type { ActivityOutcome } from '../../src/reconciliation/count-outcomes.js';
import {
  type Message,
  hour_ts,
  aDatamart,
  aMessage,
  store,
  accept,
  analysisOutcomes,
  idsOf,
  identifiersOf,
  rowsOf,
  aPartition,
} from './reconciliation-fixture.js';

/** The messages of two gateways, in order, in two partitions with repeated ids; `reports`: when they reported. */
const history = fc.record({
  log: fc.array(
    fc.record({
      id: fc.nat(12),
      hour: fc.nat(2),
      partition: fc.nat(1),
      gateway: fc.nat(1),
      outcome: fc.option(fc.constantFrom(...analysisOutcomes), { nil: undefined, freq: 2 }),
    }),
    { minLength: 1, maxLength: 30 },
  ),
  cuts: fc.array(fc.record({ partition: fc.nat(1), start: fc.nat(20), length: fc.integer({ min: 1, max: 12 }) }), {
    maxLength: 8,
  }),
  reports: fc.array(fc.nat(29), { maxLength: 8 }),
});

describe('reconciliation in any order', () => {
  it('has no difference after late and repeated reports and deliveries, and counts each record of the log once', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ log, cuts, reports }) => {
        const datamart_id = aDatamart();
        const ids = Array.from({ length: 13 }, () => randomUUID());
        const bases = [aPartition(), aPartition()];
        const own = [0, 1].map((index) => log.filter(({ partition }) => partition === index));
        const messages = own.map((entries, index) =>
          entries.map(({ id, hour, outcome }, offset) =>
            aMessage({
              datamart_id,
              offset,
              outcome,
              partition: bases[index] ?? 0,
              activity_id: ids[id] ?? '',
              received_ts: hour_ts - hour * hourMs,
            }),
          ),
        );
        const report = (end: number) => reportUpTo(datamart_id, log.slice(0, end));
        for (const end of reports) await report(end);
        await deliver(messages, cuts);
        await report(log.length);
        for (const end of reports) await report(end);
        const rows = await rowsOf(datamart_id);
        expect(rows.map(({ difference }) => difference)).toEqual(rows.map(() => 0));
        expect(sum(rows.map(({ accepted }) => accepted))).toBe(log.length);
        // Each id ends once, and every other message is a duplicate.
        const claimed = new Set(log.flatMap(({ id, outcome }) => (claims(outcome) ? [ids[id] ?? ''] : [])));
        const total = (outcome: ActivityOutcome) => sum(rows.map((row) => row[outcome]));
        expect(total('stored') + total('dropped') + total('dropped_on_error') + total('erased')).toBe(claimed.size);
        expect(await idsOf('activity_receipts', datamart_id)).toEqual([...claimed].sort());
        const stored = await idsOf('activities', datamart_id);
        expect(stored).toHaveLength(total('stored'));
        expect(await identifiersOf(datamart_id)).toEqual(stored.map((id) => `${datamart_id}-${id}`));
      }),
      { numRuns: 40 },
    );
  });
});

const claims = (outcome?: AnalysisOutcome) => outcome !== 'duplicate';
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Saves the sums by hour that each gateway has accepted so far. */
async function reportUpTo(datamart_id: string, accepted: { hour: number; gateway: number }[]): Promise<void> {
  for (const gateway of [0, 1])
    for (const hour of [0, 1, 2]) {
      const count = accepted.filter((one) => one.gateway === gateway && one.hour === hour).length;
      if (count > 0)
        await accept({ datamart_id, hour_ts: hour_ts - hour * hourMs, accepted: count }, `gateway ${gateway}`);
    }
}

/** Delivers like a consumer with crashes: it skips no message, and restarts at a committed offset. */
async function deliver(log: Message[][], cuts: { partition: number; start: number; length: number }[]): Promise<void> {
  const done = [0, 0];
  for (const { partition, start, length } of cuts) {
    const first = Math.min(start, done[partition] ?? 0);
    const batch = (log[partition] ?? []).slice(first, first + length);
    if (batch.length > 0) await store(batch);
    done[partition] = Math.max(done[partition] ?? 0, first + batch.length);
  }
  const rests = log.map((messages, partition) => messages.slice(done[partition]));
  // Concurrently: different processes consume the partitions.
  await Promise.all(rests.filter((rest) => rest.length > 0).map(store));
}
