import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { monotonicNow } from './clock.js';

afterEach(() => void jest.restoreAllMocks());

const year = 365 * 86_400_000;
const jump = fc.oneof(fc.integer({ min: -30 * 86_400_000, max: 30 * year }), fc.integer({ min: -5_000, max: 5_000 }));

/** Sets the wall clock, which stands still unless it is set. */
function wallClock(): (ms: number) => void {
  let now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  return (ms) => (now += ms);
}

describe('the monotonic clock', () => {
  it('is not that on the wall', () => {
    const set = wallClock();
    fc.assert(
      fc.property(jump, (ms) => {
        const before = monotonicNow();
        set(ms);
        const passed = monotonicNow() - before;
        expect(passed).toBeGreaterThanOrEqual(0);
        expect(passed).toBeLessThan(60_000);
      }),
    );
  });

  it.each<[what: string, now: () => number]>([
    [
      'throws',
      () => {
        throw new Error('no clock');
      },
    ],
    ['is undefined', () => undefined as unknown as number],
    ['is no number', () => NaN],
  ])('never goes back, and takes a jump for an hour at most, where the browser’s own %s', (_what, now) => {
    jest.spyOn(performance, 'now').mockImplementation(now);
    const set = wallClock();
    fc.assert(
      fc.property(jump, (ms) => {
        const before = monotonicNow();
        set(ms);
        expect(monotonicNow() - before).toBe(Math.min(3_600_000, Math.max(0, ms)));
      }),
    );
  });
});
