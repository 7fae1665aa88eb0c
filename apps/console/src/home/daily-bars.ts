/** A day of the chart. */
export interface Day {
  /** `2026-11-23`. */
  date: string;
  sessions: number;
  users: number;
}

const dayMs = 86_400_000;

/** The last days until `now`, a local time. A day without a row has nothing. */
export function daysUntil(now: number, count: number, rows: readonly (readonly unknown[])[]): Day[] {
  const byDate = new Map(
    rows.map(([date, users, sessions]) => [String(date), { users: Number(users), sessions: Number(sessions) }]),
  );
  return Array.from({ length: count }, (_, place) => {
    const date = new Date(now - (count - 1 - place) * dayMs).toISOString().slice(0, 10);
    return { date, users: 0, sessions: 0, ...byDate.get(date) };
  });
}

/** The end of an axis: 1, 2 or 5 times a power of ten, not less than the value. */
export function niceMaximum(value: number): number {
  if (value <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10);
}

export interface Bar {
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
