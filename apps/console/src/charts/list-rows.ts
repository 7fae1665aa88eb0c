import { depthOf, labelOf, type Point, type Result } from '@tributary/dashboards/results/result';

interface ResultRows {
  /** One for each level, then one for each series. */
  headers: string[];
  /** How many of the headers are keys. */
  levels: number;
  rows: ResultRow[];
}

export interface ResultRow {
  keys: string[];
  /** The keys before they got their labels. */
  raw: (string | null)[];
  values: (number | null)[];
}

/** A result as a table: a row is a point of the last level. */
export function listRows(result: Result): ResultRows {
  if (result.kind === 'number')
    return { headers: [result.title ?? 'value'], levels: 0, rows: [{ keys: [], raw: [], values: [result.value] }] };
  const names = result.levels ?? [];
  const levels = Math.max(depthOf(result.points), names.length);
  const keys = Array.from(
    { length: levels },
    (_each, level) => names[level] ?? (level === 0 ? 'Key' : `Key ${level + 1}`),
  );
  return {
    headers: [...keys, ...result.titles],
    levels,
    rows: result.points.flatMap((point) => rowsOf(point, { keys: [], raw: [] })),
  };
}

function rowsOf(point: Point, above: Omit<ResultRow, 'values'>): ResultRow[] {
  const own = { keys: [...above.keys, labelOf(point)], raw: [...above.raw, point.key] };
  if (point.points && point.points.length > 0) return point.points.flatMap((next) => rowsOf(next, own));
  return [{ ...own, values: point.cells.map(({ value }) => value) }];
}
