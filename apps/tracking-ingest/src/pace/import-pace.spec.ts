import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ImportPace, pace, type LiveBatch } from './import-pace.js';

/** Batches of one activity, a second apart. */
const batches = (times: number[], isBesideImport: boolean): LiveBatch[] =>
  times.map((serviceMs, index) => ({ activities: 1, serviceMs, endedAt: index * 1_000, isBesideImport }));
const repeat = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value);

function after(list: LiveBatch[]): ImportPace {
  const given = new ImportPace();
  for (const one of list) given.addLive(one);
  return given;
}

describe('the budget of live activities', () => {
  it.each<[string, number[], number]>([
    ['is 25 ms before the first batch', [], 25],
    ['is 25 ms if batches are fast', [3, 4, 5], 25],
    ['is twice the median without imports', [90, 30, 20], 60],
    ['is that of the last hundred batches', [...repeat(500, 100), ...repeat(20, 100)], 40],
  ])('%s', (_case, times, expected) => {
    expect(after(batches(times, false)).budgetMs).toBe(expected);
  });

  it('is not changed by batches beside an import', () => {
    expect(after(batches([500, 500, 500], true)).budgetMs).toBe(25);
  });
});

describe('the pace of imports', () => {
  it.each<[string, number[], number]>([
    ['has no rest at first', [], 0],
    ['has no rest while live activities keep the budget', [5, 25, 10], 0],
    ['rests after a batch over the budget', [26], 20 / 0.8 - 20],
    ['rests longer after another', [26, 900], 20 / 0.64 - 20],
    ['rests for nine times its work at most', repeat(26, 100), 180],
    ['rests less after batches within the budget', [...repeat(26, 100), 5], 20 / 0.13 - 20],
  ])('%s', (_case, times, expected) => {
    expect(after(batches(times, true)).restMs(20)).toBeCloseTo(expected, 9);
  });

  it.each<[string, number, number]>([
    ['is slowest beside more activities than are stored at a time', 40, pace.leastShare],
    ['is full beside few (control)', 4, 1],
    ['is full beside many in one request a second', 100, 1],
  ])('%s', (_case, activities, expected) => {
    const everyMs = activities === 100 ? 1_000 : 20;
    const list = repeat({ activities, serviceMs: 20, isBesideImport: true }, 200);
    expect(after(list.map((one, index) => ({ ...one, endedAt: index * everyMs }))).share).toBeCloseTo(expected, 9);
  });

  it('slows down by every batch over the budget, speeds up by every other one, never stops and recovers', () => {
    const time = fc.oneof(fc.double({ min: 0, max: 25, noNaN: true }), fc.double({ min: 0, max: 10_000, noNaN: true }));
    const sequence = fc.array(fc.record({ serviceMs: time, isBesideImport: fc.boolean() }), { maxLength: 300 });
    const law = fc.property(sequence, fc.double({ min: 0, max: 5_000, noNaN: true }), (list, workMs) => {
      const given = new ImportPace();
      let endedAt = 0;
      const add = (serviceMs: number, isBesideImport: boolean) =>
        given.addLive({ activities: 1, serviceMs, endedAt: (endedAt += serviceMs + 1_000), isBesideImport });
      for (const { serviceMs, isBesideImport } of list) {
        const before = given.share;
        add(serviceMs, isBesideImport);
        const isSlower = given.share < before || given.share === pace.leastShare;
        const isFaster = given.share > before || given.share === 1;
        expect(serviceMs > given.budgetMs ? isSlower : isFaster).toBe(true);
        expect(given.share).toBeGreaterThanOrEqual(pace.leastShare);
        expect(given.share).toBeLessThanOrEqual(1);
        expect(given.budgetMs).toBeGreaterThanOrEqual(pace.leastBudgetMs);
        expect(given.restMs(workMs)).toBeGreaterThanOrEqual(0);
        expect(given.restMs(workMs)).toBeLessThanOrEqual(Math.min(workMs * 9 + 1e-6, pace.maxRestMs));
      }
      for (const serviceMs of repeat(1, Math.ceil(1 / pace.speeding))) add(serviceMs, true);
      expect(given.restMs(workMs)).toBeCloseTo(0, 6);
    });
    fc.assert(law, { numRuns: 200 });
  });
});
