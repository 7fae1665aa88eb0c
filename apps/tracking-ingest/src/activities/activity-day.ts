import { maxTs } from '@tributary/contracts/rules/date-math';
import { dayMs, isoDay } from '@tributary/contracts/rules/time-units';

/** Days ahead of today that have their own partition. Activities of days without one share the `undated` partition. */
export const daysAhead = 7;

/** The day of activities in the shared partition. */
export const undated = '-infinity';

/** The partition of an activity: `2026-01-31`, or `undated` for a day that is past retention or too far ahead. */
export function activityDay(ts: number, now: number, retentionDays: number): string {
  const days = Math.floor(ts / dayMs) - Math.floor(now / dayMs);
  return days < -retentionDays || days > daysAhead ? undated : isoDay(ts);
}

/** Whether the day's partition gets no more activities. The extra day allows for clock skew. */
export const isOver = (day: string, now: number, retentionDays: number) =>
  Date.parse(day) < (Math.floor(now / dayMs) - retentionDays - 1) * dayMs;

/** The UTC day of any int64; `infinity` from the year 10000 on, where a date has more than four digits of year. */
export const anyDay = (ts: number) => (ts <= maxTs ? isoDay(ts) : 'infinity');
