import { describe, expect, it } from '@jest/globals';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { activityDay, anyDay, daysAhead, isOver } from './activity-day.js';

const now = Date.parse('2026-03-01T12:00:00Z');

const retentionDays = 400;

describe('activityDay', () => {
  it.each([
    ['today', now, '2026-03-01'],
    ['the last millisecond of a day', Date.parse('2026-02-28T23:59:59.999Z'), '2026-02-28'],
    ['the oldest day kept', now - retentionDays * dayMs, '2025-01-25'],
    ['the farthest day ahead', now + daysAhead * dayMs, '2026-03-08'],
    ['a day too old', now - (retentionDays + 1) * dayMs, '-infinity'],
    ['a day too far ahead', now + (daysAhead + 1) * dayMs, '-infinity'],
    ['1971', 31_536_000_000, '-infinity'],
    ['2090', Date.parse('2090-01-01'), '-infinity'],
    ['the greatest int64', 2 ** 63, '-infinity'],
  ])('puts %s where it belongs', (_case, ts, day) => expect(activityDay(ts, now, retentionDays)).toBe(day));
});

describe('isOver', () => {
  it.each([
    ['2025-01-25', false],
    // For another process it may still be yesterday.
    ['2025-01-24', false],
    ['2025-01-23', true],
    ['2026-03-01', false],
  ])('after 400 days, of %s: %s', (day, expected) => expect(isOver(day, now, retentionDays)).toBe(expected));
});

describe('anyDay', () => {
  it.each([
    [1, '1970-01-01'],
    [now, '2026-03-01'],
    [Date.parse('9999-12-31T23:59:59.999Z'), '9999-12-31'],
    [2 ** 63, 'infinity'],
  ])('finds the day of %d', (ts, day) => expect(anyDay(ts)).toBe(day));
});
