import type { Point } from '@tributary/dashboards/results/result';

export const totalOf = (points: Point[]) => points.reduce((total, { cells }) => total + (cells[0]?.value ?? 0), 0);

/** The slices that have no colour of their own become one, the last. */
export function mergeSmallest(points: Point[], colors: number): Point[] {
  if (points.length <= colors) return points;
  const bySize = points.toSorted((a, b) => (b.cells[0]?.value ?? 0) - (a.cells[0]?.value ?? 0));
  const shown = new Set(bySize.slice(0, colors - 1));
  const others = points.filter((point) => !shown.has(point));
  const count = others.flatMap(({ cells }) => cells[0]?.count ?? []).reduce((total, each) => total + each, 0);
  const cell = { value: totalOf(others), ...(count > 0 && { count }) };
  const other: Point = { key: null, label: `${others.length} others`, cells: [cell] };
  return [...points.filter((point) => shown.has(point)), other];
}

/** Why a pie cannot show some values; undefined when it can. */
export function describeUnsliceable(points: readonly Point[]): string | undefined {
  const values = points.flatMap(({ cells }) => cells[0]?.value ?? []);
  if (values.some((value) => value < 0))
    return 'A pie shows parts of a whole, and some values are below 0. Bars show them.';
  return values.some((value) => value > 0) ? undefined : 'All values are 0.';
}
