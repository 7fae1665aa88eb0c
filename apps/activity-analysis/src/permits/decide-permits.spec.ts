import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decidePermits, nextArrival, type LimitState } from './decide-permits.js';
import type { Limit } from './limits-of.js';

const now = 1_000_000;
const aState = (limit: Partial<Limit>, { arrival = 0, inProgress = 0, at = now } = {}): LimitState => ({
  limit: { throttling_id: 'a', throttling_key: '', ...limit },
  now: at,
  arrival,
  inProgress,
});

describe('decidePermits', () => {
  it.each([
    ['all without a limit', [], 5, { granted: 5 }],
    ['what a concurrency leaves', [aState({ max_concurrency: 3 }, { inProgress: 1 })], 5, { granted: 2 }],
    ['one of a rate', [aState({ max_qps: 25 })], 5, { granted: 1 }],
    ['some of a high rate', [aState({ max_qps: 1_000 })], 64, { granted: 50 }],
    [
      'the least of several',
      [aState({ max_concurrency: 3 }), aState({ throttling_id: 'b', max_concurrency: 2 })],
      5,
      { granted: 2 },
    ],
  ])('grants %s', (_case, states, wanted, expected) => {
    expect(decidePermits(states, wanted)).toMatchObject(expected);
  });

  it.each([
    ['until a call ends', [aState({ max_concurrency: 3 }, { inProgress: 3 })], { throttling_id: 'a' }],
    ['also with too many', [aState({ max_concurrency: 1 }, { inProgress: 3 })], { throttling_id: 'a' }],
    ['until the next is due', [aState({ max_qps: 0.5 }, { arrival: now + 700 })], { throttling_id: 'a', waitMs: 700 }],
    [
      'for the longest of several times',
      [
        aState({ max_qps: 0.5 }, { arrival: now + 700 }),
        aState({ throttling_id: 'b', max_qps: 1 }, { arrival: now + 900 }),
        aState({ throttling_id: 'c', max_concurrency: 1 }, { inProgress: 1 }),
      ],
      { throttling_id: 'b', waitMs: 900 },
    ],
  ])('refuses %s', (_case, states, refusal) => {
    expect(decidePermits(states, 5)).toEqual({ granted: 0, refusal });
  });

  /** The times at which calls start, with decisions at these distances. */
  function starts(max_qps: number, pausesMs: number[]): number[] {
    const times: number[] = [];
    let [at, arrival] = [now, 0];
    for (const pause of pausesMs) {
      at += pause;
      const state = aState({ max_qps }, { arrival, at });
      const { granted } = decidePermits([state], 1_000);
      if (granted > 0) arrival = nextArrival(state, granted);
      for (let call = 0; call < granted; call++) times.push(at);
    }
    return times;
  }

  it('starts at most 10 times the rate and one more call in any 10 s, whenever it is asked', () => {
    const rate = fc.oneof(fc.double({ min: 0.2, max: 100, noNaN: true }), fc.integer({ min: 1, max: 1_000 }));
    const pauses = fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 300, maxLength: 300 });
    fc.assert(
      fc.property(rate, pauses, (max_qps, pausesMs) => {
        const times = starts(max_qps, pausesMs);
        const most = Math.ceil(10 * max_qps) + (max_qps > 100 ? max_qps / 10 : 1);
        let end = 0;
        const within = times.map((time, index) => {
          while (end < times.length && (times[end] ?? 0) < time + 10_000) end++;
          return end - index;
        });
        expect(Math.max(0, ...within)).toBeLessThanOrEqual(most);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    [0.5, 100],
    [7, 80],
    [25, 30],
    [60, 12],
    [100, 8],
    [250, 30],
    [1_000, 30],
  ])('uses at least 90 %% of %d/s when asked up to %d ms late', (max_qps, latestMs) => {
    let [at, arrival, calls] = [now, 0, 0];
    let random = 1;
    while (at < now + 60_000) {
      const state = aState({ max_qps }, { arrival, at });
      const { granted, refusal } = decidePermits([state], 64);
      if (granted > 0) arrival = nextArrival(state, granted);
      calls += granted;
      random = (random * 48_271) % 2_147_483_647;
      at += (refusal?.waitMs ?? 0) + (latestMs * random) / 2_147_483_647;
    }
    expect(calls / 60 / max_qps).toBeGreaterThan(0.9);
  });
});
