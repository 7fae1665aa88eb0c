import { dayMs, isoDay } from '@tributary/contracts/rules/time-units';
import { resolveDateRange, type DateRange } from '@tributary/contracts/rules/date-range';
import { ReportZone } from '@tributary/contracts/rules/report-zone';

export interface Day {
  /** `2026-11-23`. */
  date: string;
  sessions: number;
  users: number;
}

/** The last days until `now`, a local time. A day without a row has nothing. */
export function daysUntil(now: number, count: number, rows: readonly (readonly unknown[])[]): Day[] {
  const byDate = new Map(
    rows.map(([date, users, sessions]) => [String(date), { users: Number(users), sessions: Number(sessions) }]),
  );
  return Array.from({ length: count }, (_, place) => {
    const date = isoDay(now - (count - 1 - place) * dayMs);
    return { date, users: 0, sessions: 0, ...byDate.get(date) };
  });
}

/** The days of a range in a time zone; none of a range that cannot be read. */
export function daysOf(range: DateRange, timeZone: string, rows: readonly (readonly unknown[])[]): Day[] {
  const zone = new ReportZone(timeZone);
  const resolved = resolveDateRange(range, Date.now(), zone);
  if (resolved.kind === 'problem') return [];
  const [from, to] = [zone.toLocal(resolved.period.from), zone.toLocal(resolved.period.to)];
  return daysUntil(to, Math.floor(to / dayMs) - Math.floor(from / dayMs) + 1, rows);
}

/** The end of an axis: 1, 2 or 5 times a power of ten, not less than the value. */
export function niceMaximum(value: number): number {
  if (value <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10);
}

interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Bars side by side in an area, of which `maximum` has the full height. A value that is not 0 can be seen. */
export function barsOf(values: readonly number[], area: { width: number; height: number }, maximum: number): Bar[] {
  const step = area.width / Math.max(values.length, 1);
  return values.map((value, place) => {
    const height = value === 0 ? 0 : Math.max(2, (value / maximum) * area.height);
    return { x: place * step + step * 0.15, y: area.height - height, width: step * 0.7, height };
  });
}

/** How a number differs from that of the time before, in words. */
export function describeChange(now: number, before: number, of = 'the 7 days before'): string {
  if (before === 0) return now === 0 ? 'none in both periods' : `none in ${of}`;
  const percent = Math.round((100 * (now - before)) / Math.abs(before));
  if (percent === 0) return `as in ${of}`;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en')} % on ${of}`;
}
