import { labelOf, type Point, type Result } from '@tributary/dashboards/results/result';

export interface ResultRows {
  /** One for each level, then one for each series. */
  headers: string[];
  /** How many of the headers are keys. */
  levels: number;
  rows: { keys: string[]; values: (number | null)[] }[];
}

/** A result as a table: a row is a point of the last level. */
export function listRows(result: Result): ResultRows {
  if (result.kind === 'number')
    return { headers: [result.title ?? 'value'], levels: 0, rows: [{ keys: [], values: [result.value] }] };
  const names = result.levels ?? [];
  const levels = Math.max(depthOf(result.points), names.length);
  const keys = Array.from(
    { length: levels },
    (_each, level) => names[level] ?? (level === 0 ? 'Key' : `Key ${level + 1}`),
  );
  return { headers: [...keys, ...result.titles], levels, rows: result.points.flatMap((point) => rowsOf(point, [])) };
}

const depthOf = (points: readonly Point[]): number =>
  1 + points.reduce((deepest, { points: next = [] }) => Math.max(deepest, next.length > 0 ? depthOf(next) : 0), 0);

function rowsOf(point: Point, above: string[]): ResultRows['rows'] {
  const keys = [...above, labelOf(point)];
  if (point.points && point.points.length > 0) return point.points.flatMap((next) => rowsOf(next, keys));
  return [{ keys, values: point.cells.map(({ value }) => value) }];
}
