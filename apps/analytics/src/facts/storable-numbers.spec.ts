import { describe, expect, it } from '@jest/globals';
import { countable, storableAmount } from './storable-numbers.js';

describe('countable', () => {
  it.each([
    [undefined, 0n],
    [0, 0n],
    [12, 12n],
    [1.9, 1n],
    [-5, 0n],
    [1e300, 9_007_199_254_740_991n],
  ])('stores %s as %s', (value, stored) => expect(countable(value)).toBe(stored));
});

describe('storableAmount', () => {
  it.each([
    [undefined, null],
    ['0', '0'],
    ['12.5', '12.5'],
    ['-0.000001', '-0.000001'],
    ['99999999999999999999.999999', '99999999999999999999.999999'],
    ['100000000000000000000.5', '100000000000000000000'],
    ['1'.repeat(60), '100000000000000000000'],
    [`-${'1'.repeat(60)}`, '-100000000000000000000'],
  ])('stores %s as %s', (amount, stored) => expect(storableAmount(amount)).toBe(stored));
});
