import { describe, expect, it } from '@jest/globals';
import { expiryOf } from './expiry-words.js';

const now = 1_700_000_000_000;
const day = 24 * 3_600_000;

describe('expiryOf', () => {
  it.each([
    [365 * day, 'later', 'Expires in 365 d'],
    [30 * day, 'later', 'Expires in 30 d'],
    [30 * day - 1, 'soon', 'Expires in 29 d'],
    [3_600_000, 'soon', 'Expires in 1 h'],
    [1, 'soon', 'Expires in 0 s'],
    [0, 'expired', 'Expired 0 s ago'],
    [-2 * day, 'expired', 'Expired 2 d ago'],
  ])('in %i ms: %s', (left, state, words) => expect(expiryOf(now + left, now)).toEqual({ state, words }));
});
