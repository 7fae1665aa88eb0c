import { finite, round2, sum } from '../points/merge-points.js';
import type { Cell, Point, SeriesResult } from '../results/result.js';

/**
 * The percentage of each value in its series, rounded to 2 digits; the value itself stays as `count`, for tooltips. The
 * next level has percentages of the same total, so that stacked parts add up to their bar.
 */
export function toPercentages({ titles, points }: SeriesResult): SeriesResult {
  const totals = titles.map((_title, index) => totalOf(points, index));
  return { kind: 'series', titles, points: points.map((point) => convert(point, totals)) };
}

export const totalOf = (points: Point[], index: number): number | null =>
  sum(points.map((point) => point.cells[index]?.value));

function convert(point: Point, totals: (number | null)[]): Point {
  const cells = point.cells.map((cell, index) => toPercentage(cell, totals[index] ?? null));
  return { ...point, cells, ...(point.points && { points: point.points.map((next) => convert(next, totals)) }) };
}

function toPercentage({ value }: Cell, total: number | null): Cell {
  if (value === null) return { value: null };
  const percentage = percentageOf(value, total);
  return { value: percentage === null ? null : round2(percentage), count: value };
}

/** Null when there is no total, or a total of 0. */
export const percentageOf = (value: number, total: number | null): number | null =>
  total === null || total === 0 ? null : finite((value / total) * 100);
