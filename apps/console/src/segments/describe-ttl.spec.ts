import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeTtl, readTtl, ttlMs } from './describe-ttl.js';

describe('describeTtl', () => {
  it.each([
    [undefined, 'never'],
    [0, 'never'],
    [1, 'after 1 millisecond'],
    [90_000, 'after 90 seconds'],
    [60_000, 'after 1 minute'],
    [5_400_000, 'after 90 minutes'],
    [7_200_000, 'after 2 hours'],
    [86_400_000, 'after 1 day'],
    [2_592_000_000, 'after 30 days'],
  ])('writes %s', (ms, text) => expect(describeTtl(ms)).toBe(text));
});

describe('readTtl', () => {
  it('keeps every time', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (ms) => {
        const { amount, unit } = readTtl(ms);
        expect(ttlMs(amount, unit)).toBe(ms);
      }),
    ));
});
