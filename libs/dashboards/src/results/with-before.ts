import type { Cell, Point, SeriesResult } from './result.js';

/** How the series of the period before are named. */
const beforeName = (title: string): string => `${title}, before`;

/**
 * A result with the series of the period before beside its own: by date, the first day is beside the first, otherwise a key is
 * beside the same. Keys that only the period before has are left out, as the picture is that of the period.
 */
export function withBefore(result: SeriesResult, before: SeriesResult, isByDate: boolean): SeriesResult {
  if ([...result.points, ...before.points].some(({ points = [] }) => points.length > 0)) return result;
  const byKey = new Map(before.points.map((point) => [point.key, point]));
  const none = result.titles.map((_title, index): Cell => ({ value: result.absent?.[index] ?? null }));
  const partnerOf = ({ key }: Point, at: number) => (isByDate ? before.points[at] : byKey.get(key));
  return {
    ...result,
    titles: [...result.titles, ...result.titles.map(beforeName)],
    points: result.points.map((point, at) => ({
      ...point,
      cells: [...point.cells, ...(partnerOf(point, at)?.cells ?? none)],
    })),
    ...(result.absent && { absent: [...result.absent, ...result.absent] }),
    beforeFrom: result.titles.length,
  };
}
