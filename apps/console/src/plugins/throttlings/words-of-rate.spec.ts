import { describe, expect, it } from '@jest/globals';
import { wordsOfRate } from './words-of-rate.js';

describe('wordsOfRate', () => {
  it.each([
    [50, '50 calls per second'],
    [2.5, '2.5 calls per second'],
    [12_345, '12345 calls per second'],
    [1, 'one call per second'],
    [0.5, 'one call every 2 s'],
    [0.4, 'one call every 2.5 s'],
    [0.3, 'one call every 3.33 s'],
    [0.03, 'one call every 33.3 s'],
    [0.0167, 'one call every 59.9 s'],
    [1 / 60, 'one call per minute'],
    [1 / 90, 'one call every 1.5 min'],
    [1 / 3_600, 'one call per hour'],
    [1 / 86_400, 'one call per day'],
    [1 / 864_000, 'one call every 10 d'],
    [0, ''],
    [-1, ''],
    [Number.NaN, ''],
    [Number.POSITIVE_INFINITY, ''],
  ])('%d: %s', (max_qps, words) => expect(wordsOfRate(max_qps)).toBe(words));
});
