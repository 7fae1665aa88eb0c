import type { IndexOptions } from '../content/dataset.js';
import { finite, round2 } from '../points/merge-points.js';
import type { Cell, Point, SeriesResult } from '../results/result.js';
import { percentageOf, totalOf } from './to-percentages.js';

/**
 * How much more frequent a key is in the first source than in the second: the percentage there, divided by the
 * percentage here, times 100; 100 is the same. Percentages are not rounded before they are divided: two small ones would
 * both become 0.01. No value for a key that the second source lacks. Best first; the first series of each source counts.
 */
export function toIndex(source: SeriesResult, reference: SeriesResult, options: IndexOptions): SeriesResult {
  const expected = percentages(reference.points);
  const points = [...percentages(source.points)]
    .filter(([, { percentage }]) => (percentage ?? 0) >= options.minimumPercentage)
    .map(([key, { point, percentage }]) => toPoint(point, percentage, expected.get(key)?.percentage ?? null))
    .sort(options.sort === 'ascending' ? ascending : descending)
    .slice(0, options.limit);
  return { kind: 'series', titles: source.titles.slice(0, 1), points };
}

interface Share {
  point: Point;
  percentage: number | null;
}

/** By key; points without a value are left out. */
function percentages(points: Point[]): Map<string | null, Share> {
  const total = totalOf(points, 0);
  const shares = points.flatMap((point): [string | null, Share][] => {
    const value = point.cells[0]?.value ?? null;
    return value === null ? [] : [[point.key, { point, percentage: percentageOf(value, total) }]];
  });
  return new Map(shares);
}

function toPoint({ key, label, cells }: Point, percentage: number | null, expected: number | null): Point {
  const isDefined = percentage !== null && expected !== null && expected !== 0;
  const index = isDefined ? finite((percentage / expected) * 100) : null;
  const cell: Cell = { value: index === null ? null : round2(index) };
  const [count, share] = [cells[0]?.value ?? null, percentage === null ? null : round2(percentage)];
  if (count !== null) cell.count = count;
  if (share !== null) cell.percentage = share;
  return { key, ...(label !== undefined && { label }), cells: [cell] };
}

const valueOf = ({ cells }: Point) => cells[0]?.value ?? null;

/** Points without a value are last, in both directions. */
function ascending(left: Point, right: Point): number {
  const [a, b] = [valueOf(left), valueOf(right)];
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a - b;
}

const descending = (left: Point, right: Point): number =>
  valueOf(left) === null || valueOf(right) === null ? ascending(left, right) : ascending(right, left);
