import type { Cell, Point } from '../results/result.js';

/** Points of equal keys become one, at the place of the first; `merge` makes it. */
export function mergeByKey(points: Point[], merge: (points: [Point, ...Point[]]) => Point): Point[] {
  const groups = new Map<string | null, [Point, ...Point[]]>();
  for (const point of points) {
    const group = groups.get(point.key);
    if (group) group.push(point);
    else groups.set(point.key, [point]);
  }
  return [...groups.values()].map(merge);
}

/** Adds up the points of one key, their next levels too. A series that has no value in any of them has none. */
export function addPoints(points: [Point, ...Point[]]): Point {
  const [first, ...others] = points;
  if (others.length === 0) return first;
  const cells = first.cells.map((_cell, index) => addCells(points.flatMap((point) => point.cells[index] ?? [])));
  const next = points.flatMap((point) => point.points ?? []);
  return { ...first, cells, ...(next.length > 0 && { points: mergeByKey(next, addPoints) }) };
}

function addCells(cells: Cell[]): Cell {
  const sumOf = (name: keyof Cell) => sum(cells.map((cell) => cell[name]));
  const [value, count, percentage] = [sumOf('value'), sumOf('count'), sumOf('percentage')];
  return { value, ...(count !== null && { count }), ...(percentage !== null && { percentage }) };
}

/** The sum of the numbers; null when there is none, and when it is too large for a number. */
export function sum(values: (number | null | undefined)[]): number | null {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length === 0 ? null : finite(numbers.reduce((total, value) => total + value, 0));
}

/** Null instead of NaN and of infinity: no chart draws them. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Rounded to 2 digits (dashboard-content: `to-percentages`). */
export const round2 = (value: number): number | null => finite(Number(value.toFixed(2)));
