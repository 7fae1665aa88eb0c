import { describe, expect, it } from '@jest/globals';
import { expirationAfter, expirationOf } from './user-segment.js';

describe('the expiration that a write gives', () => {
  it.each<[object, number | null | undefined]>([
    [{}, undefined],
    [{ expiration_ts: null, expiration_duration: null }, undefined],
    [{ expiration_duration: 2 }, 121_000],
    [{ expiration_duration: 0 }, null],
    [{ expiration_ts: 5 }, 5],
    [{ expiration_ts: 5, expiration_duration: 2 }, 5],
    [{ expiration_duration: Number.MAX_SAFE_INTEGER }, Number.MAX_SAFE_INTEGER],
  ])('by %j is %s', (given, expected) => expect(expirationOf(given, 1_000)).toBe(expected));
});

describe('the expiration after a time', () => {
  it.each<[number, number | null]>([
    [0, null],
    [1, 1_001],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])('of %d ms is %s', (ms, expected) => expect(expirationAfter(1_000, ms)).toBe(expected));
});
