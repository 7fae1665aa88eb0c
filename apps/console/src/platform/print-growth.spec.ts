import { describe, expect, it } from '@jest/globals';
import { printGrowth } from './print-growth.js';

describe('printGrowth', () => {
  it.each([
    [{ count: 11, growth: 1 }, '+1 (+10%)'],
    [{ count: 9, growth: -1 }, '-1 (-10%)'],
    [{ count: 9, growth: 0 }, '0 (0%)'],
    [{ count: 5, growth: 5 }, '+5'],
    [{ count: 5 }, 'not measured'],
  ])('of %j is %s', (growth, text) => expect(printGrowth({ collection: 'UserPoint', ...growth })).toBe(text));
});
