import { describe, expect, it } from '@jest/globals';
import { activityDay, dayMs, keptDays } from './activity-day.js';

const now = Date.parse('2026-03-01T12:00:00Z');

describe('activityDay', () => {
  it.each([
    ['today', now, '2026-03-01'],
    ['the last millisecond of a day', Date.parse('2026-02-28T23:59:59.999Z'), '2026-02-28'],
    ['the oldest day kept', now - keptDays.past * dayMs, '2025-01-25'],
    ['the farthest day ahead', now + keptDays.future * dayMs, '2026-03-08'],
    ['a day too old', now - (keptDays.past + 1) * dayMs, '-infinity'],
    ['a day too far ahead', now + (keptDays.future + 1) * dayMs, '-infinity'],
    ['1971', 31_536_000_000, '-infinity'],
    ['2090', Date.parse('2090-01-01'), '-infinity'],
    ['the greatest int64', 2 ** 63, '-infinity'],
  ])('puts %s where it belongs', (_case, ts, day) => expect(activityDay(ts, now)).toBe(day));
});
