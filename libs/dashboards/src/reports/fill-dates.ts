import type { Period } from '@tributary/contracts/rules/date-range';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import type { Point, Result } from '../results/result.js';
import { readDateKey } from '../values/date-format.js';
import { dateDimensionOf, keysWithin, unitsMs } from '../values/date-dimensions.js';
import type { ReportRequest } from './report.js';

/** More keys than a picture can show. */
const mostKeys = 3_000;
/** It stands for keys that are left out. */
const ellipsis = '…';

interface FilledPeriod {
  /** The report's, until its answer. */
  period: Period;
  timeZone: string;
  /** Older rows are missing: the time before the first key is unknown. */
  isTruncated: boolean;
}

/**
 * Adds the dates of a period that have no row: a report has rows of what happened only, and a chart would draw days that are
 * far apart side by side. A sum of nothing is 0, an average of nothing has no value. Of too many dates a single point
 * without value is put between those that are apart.
 */
export function fillDates(result: Result, { dimensions, order_by }: ReportRequest, filled: FilledPeriod): Result {
  const [name] = dimensions.map((dimension) => dimension.name);
  const dimension = dateDimensionOf(name);
  if (result.kind === 'number' || !dimension || result.points.length === 0) return result;
  const order = order_by?.field_name;
  if (order !== undefined && order !== name && order !== `-${name}`) return result;
  const isDescending = order === `-${name}`;
  const points = isDescending ? result.points.toReversed() : result.points;
  const keys = keysWithin(dimension, filled.period, { zone: new ReportZone(filled.timeZone), most: mostKeys });
  const absent = () => result.titles.map((_title, index) => ({ value: result.absent?.[index] ?? null }));
  const all = keys
    ? insertKeys(points, filled.isTruncated ? keys.slice(keys.indexOf(points[0]?.key ?? '')) : keys, absent)
    : separate(points, unitsMs[dimension.unit]);
  return { ...result, points: isDescending ? all.toReversed() : all };
}

/** Keys of the result that the period lacks keep their place. */
function insertKeys(points: Point[], keys: string[], cells: () => Point['cells']): Point[] {
  const byKey = new Map<string | null, Point>(keys.map((key) => [key, { key, cells: cells() }]));
  for (const point of points) byKey.set(point.key, point);
  return [...byKey.values()].toSorted((a, b) => compareKeys(a.key, b.key));
}

/** Keys of one dimension are of one length, so their order is that of their times. */
const compareKeys = (a: string | null, b: string | null): number =>
  a === b ? 0 : b === null || (a !== null && a < b) ? -1 : 1;

function separate(points: Point[], unitMs: number): Point[] {
  return points.flatMap((point, at) => {
    const [before, ts] = [points[at - 1]?.key, point.key].map((key) => readDateKey(key ?? ''));
    if (before === undefined || ts === undefined || ts - before <= unitMs) return [point];
    return [{ key: null, label: ellipsis, cells: point.cells.map(() => ({ value: null })) }, point];
  });
}
