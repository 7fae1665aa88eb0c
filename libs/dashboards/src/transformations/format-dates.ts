import type { DateOptions } from '../content/dataset.js';
import { addPoints, mergeByKey } from '../points/merge-points.js';
import type { Point, SeriesResult } from '../results/result.js';
import { formatDate, readDateKey } from '../values/date-format.js';

/**
 * Writes the keys, which are dates, in another format; points that fall together are added up. `buckets` formats the
 * next level. Returns the first key that is no date, if there is one. A point without key stays as it is.
 */
export function formatDates(source: SeriesResult, options: DateOptions): SeriesResult | { invalidKey: string } {
  const invalidKey = findInvalidKey(source.points, options);
  if (invalidKey !== undefined) return { invalidKey };
  return { ...source, points: formatLevel(source.points, options) };
}

function findInvalidKey(points: Point[], { format, buckets }: DateOptions): string | undefined {
  for (const { key, points: next } of points) {
    if (format !== undefined && key !== null && readDateKey(key) === undefined) return key;
    const invalid = next && buckets ? findInvalidKey(next, buckets) : undefined;
    if (invalid !== undefined) return invalid;
  }
  return undefined;
}

function formatLevel(points: Point[], { format, buckets }: DateOptions): Point[] {
  const formatted = points.map((point) => ({
    ...(format === undefined ? point : formatKey(point, format)),
    ...(point.points && { points: buckets ? formatLevel(point.points, buckets) : point.points }),
  }));
  return mergeByKey(formatted, addPoints);
}

/** The label names the key before, so it goes. */
function formatKey(point: Point, format: string): Point {
  const ts = point.key === null ? undefined : readDateKey(point.key);
  return ts === undefined ? point : { ...point, key: formatDate(ts, format), label: undefined };
}
