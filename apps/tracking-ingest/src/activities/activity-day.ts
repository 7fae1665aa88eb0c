/** Days before and after today that have a partition of their own; activities of any other day share one. */
export const keptDays = { past: 400, future: 7 };

export const dayMs = 86_400_000;

/** The partition of an activity: `2026-01-31`, or `-infinity` for a time too far away to be given its own day. */
export function activityDay(ts: number, now: number): string {
  const days = Math.floor(ts / dayMs) - Math.floor(now / dayMs);
  return days < -keptDays.past || days > keptDays.future ? '-infinity' : isoDay(ts);
}

export const isoDay = (ts: number) => new Date(ts).toISOString().slice(0, 10);
