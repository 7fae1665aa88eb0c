/** Days ahead of today that have a partition of their own; activities of days that have none share one. */
export const daysAhead = 7;

/** The day of activities that share the partition without a day of its own. */
export const undated = '-infinity';

export const dayMs = 86_400_000;

/** The partition of an activity: `2026-01-31`, or `undated` for a day that is not kept, or too far ahead. */
export function activityDay(ts: number, now: number, retentionDays: number): string {
  const days = Math.floor(ts / dayMs) - Math.floor(now / dayMs);
  return days < -retentionDays || days > daysAhead ? undated : isoDay(ts);
}

/** A day of a partition that nothing is added to any more. The extra day is for clocks that differ. */
export const isOver = (day: string, now: number, retentionDays: number) =>
  Date.parse(day) < (Math.floor(now / dayMs) - retentionDays - 1) * dayMs;

export const isoDay = (ts: number) => new Date(ts).toISOString().slice(0, 10);

/** The UTC day of any int64, of which a date of PostgreSQL knows those of four-digit years. */
export const anyDay = (ts: number) => (ts < 253_402_300_800_000 ? isoDay(ts) : 'infinity');
