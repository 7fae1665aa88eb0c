import { describe, expect, it } from '@jest/globals';
import { ageOf } from './age-of.js';

const now = Date.parse('2026-11-27T10:00:00Z');

describe('the age of an entry', () => {
  it.each<[what: string, queuedAt: unknown, now: number, age: number]>([
    ['of now', now, now, 0],
    ['of yesterday', now - 86_400_000, now, 86_400_000],
    ['of years ago', Date.parse('2020-01-01'), now, now - Date.parse('2020-01-01')],
    ['of a clock that was ahead', now + 7_200_000, now, 0],
    ['of a clock that was never set', 61_000, now, 0],
    ['before 1970', -1, now, 0],
    ['while the clock is not set', now, 61_000, 0],
    ['without a time', undefined, now, 0],
    ['with a time that is no number', 'yesterday', now, 0],
    ['with NaN', NaN, now, 0],
  ])('%s', (_what, queuedAt, at, age) => expect(ageOf(queuedAt as number, at)).toBe(age));
});
