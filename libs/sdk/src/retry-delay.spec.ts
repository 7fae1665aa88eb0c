import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maxRetryAfterMs, readRetryAfter, retryDelay } from './retry-delay.js';

describe('the pause before the next attempt', () => {
  it.each([
    [1, 0, undefined, 1_000],
    [1, 1, undefined, 500],
    [2, 0, undefined, 2_000],
    [5, 0.5, undefined, 12_000],
    [100, 0, undefined, 60_000],
    [1, 0, 5_000, 5_000],
    [7, 0, 5_000, 60_000],
    [1, 0, Infinity, maxRetryAfterMs],
  ])('after %i failures, random %d, Retry-After %p: %i', (failures, random, retryAfterMs, expected) =>
    expect(retryDelay(failures, 60_000, random, retryAfterMs)).toBe(expected),
  );

  it('is never shorter than Retry-After, nor longer than the maximum and it', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(),
        (n, r, after) => {
          const delay = retryDelay(n, 60_000, r, after);
          expect(delay).toBeGreaterThanOrEqual(Math.min(after, maxRetryAfterMs));
          expect(delay).toBeLessThanOrEqual(Math.max(60_000, Math.min(after, maxRetryAfterMs)));
        },
      ),
    ));
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-24T10:00:00Z');
  it.each([
    [null, undefined],
    ['', undefined],
    ['3', 3_000],
    ['0', undefined],
    ['-1', undefined],
    ['soon', undefined],
    ['Tue, 24 Nov 2026 10:00:07 GMT', 7_000],
    ['Tue, 24 Nov 2026 09:00:00 GMT', undefined],
  ])('%p is %p ms', (header, expected) => expect(readRetryAfter(header, now)).toBe(expected));
});
