import { mergeByKey } from '../points/merge-points.js';
import type { Cell, Point, SeriesResult } from '../results/result.js';

/** The series of all sources side by side, by key. A source without a key has no value there. */
export function join(sources: SeriesResult[]): SeriesResult {
  const titles = distinct(sources.flatMap((source) => source.titles));
  let offset = 0;
  const points = sources.flatMap((source) => {
    const widened = source.points.map((point) => widen(point, offset, titles.length));
    offset += source.titles.length;
    return widened;
  });
  return { kind: 'series', titles, points: mergeByKey(points, overlay) };
}

/** The point with cells for all series: its own from `offset` on, no value for the others. */
function widen(point: Point, offset: number, width: number): Point {
  const cells = Array.from({ length: width }, (_each, index): Cell => point.cells[index - offset] ?? { value: null });
  return { ...point, cells, ...(point.points && { points: point.points.map((next) => widen(next, offset, width)) }) };
}

/** In each series, the last point that has a value there counts. */
function overlay(points: [Point, ...Point[]]): Point {
  const [first] = points;
  const cells = first.cells.map((cell, index) => points.findLast(hasValue(index))?.cells[index] ?? cell);
  const next = points.flatMap((point) => point.points ?? []);
  const label = points.find((point) => point.label !== undefined)?.label;
  return {
    key: first.key,
    ...(label !== undefined && { label }),
    cells,
    ...(next.length > 0 && { points: mergeByKey(next, overlay) }),
  };
}

const hasValue = (index: number) => (point: Point) => (point.cells[index]?.value ?? null) !== null;

/** Two series of one name would be one entry of a legend: the second becomes `users (2)`. */
function distinct(titles: string[]): string[] {
  const used = new Set<string>();
  return titles.map((title) => {
    let name = title;
    for (let count = 2; used.has(name); count++) name = `${title} (${count})`;
    used.add(name);
    return name;
  });
}
