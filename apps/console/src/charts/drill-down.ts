import { labelOf, type Point, type SeriesResult } from '@tributary/dashboards/results/result';

/** The keys that were opened, from the first level on. */
export type DrillPath = readonly (string | null)[];

/** The level below the opened keys. Keys that are gone since the chart was read again end the path. */
export function drillDown(result: SeriesResult, path: DrillPath): { level: SeriesResult; opened: Point[] } {
  const opened: Point[] = [];
  let points = result.points;
  for (const key of path) {
    const point = points.find((each) => each.key === key);
    if (!point?.points || point.points.length === 0) break;
    opened.push(point);
    points = point.points;
  }
  return { level: { ...result, points }, opened };
}

/** The path after a click on the point at an index; the same one when there is nothing below it. */
export function openPoint({ level, opened }: ReturnType<typeof drillDown>, index: number): DrillPath {
  const point = level.points[index];
  const path = opened.map(({ key }) => key);
  return point?.points && point.points.length > 0 ? [...path, point.key] : path;
}

export const drillLabels = (opened: readonly Point[]): string[] => opened.map(labelOf);
