import { shownName } from '@tributary/contracts/rules/reports/report-words';
import type { Point, Result, SeriesResult } from './result.js';

/**
 * A result whose keys that are ids have the names of what they identify as labels. For pictures and tables on a page: files keep
 * the ids.
 *
 * @param nameOf the name of a value of a dimension
 */
export function nameKeys(result: Result, nameOf: (dimension: string, value: string) => string | undefined): Result {
  if (result.kind === 'number') return result;
  const levels = result.levels ?? [];
  const named = (points: Point[], level: number): Point[] => points.map((point) => namePoint(point, level));
  const namePoint = (point: Point, level: number): Point => {
    const name = point.key === null || point.label !== undefined ? undefined : nameOf(levels[level] ?? '', point.key);
    return {
      ...point,
      ...(name !== undefined && { label: name }),
      ...(point.points && { points: named(point.points, level + 1) }),
    };
  };
  return { ...result, points: named(result.points, 0) };
}

/** A result whose series that are metrics have their names for people. */
export const nameTitles = (result: SeriesResult): SeriesResult => ({ ...result, titles: result.titles.map(shownName) });
