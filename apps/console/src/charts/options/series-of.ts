import type { XKey } from '@tributary/dashboards/options/chart-options';
import { labelOf, type Cell, type Point, type SeriesResult } from '@tributary/dashboards/results/result';
import { formatDate, readDateKey } from '@tributary/dashboards/values/date-format';

interface Series {
  name: string;
  /** By category. Undefined: the series has no point there. */
  cells: (Cell | undefined)[];
  /** The series of which it is that of the period before, by its place. It is drawn faintly, in the same colour. */
  beforeOf?: number;
}

export interface SeriesTable {
  categories: string[];
  series: Series[];
}

export const namesOf = ({ series }: SeriesTable) => series.map(({ name }) => name);

interface SeriesOptions {
  /** Makes a series of each key of the second level. */
  isSplit: boolean;
  mode?: XKey['mode'];
}

/** The series of a chart with axes, over common categories. */
export function seriesOf(
  { titles, points, absent, beforeFrom }: SeriesResult,
  { isSplit, mode = 'DEFAULT' }: SeriesOptions,
): SeriesTable {
  const categories = points.map((point) => categoryOf(point, mode));
  if (isSplit && titles.length === 1 && hasNextLevel(points))
    return { categories, series: splitSeries(points, absent?.[0] ?? null) };
  return {
    categories,
    series: titles.map((name, index) => ({
      name,
      cells: points.map(({ cells }) => cells[index]),
      ...(beforeFrom !== undefined && index >= beforeFrom && { beforeOf: index - beforeFrom }),
    })),
  };
}

const hasNextLevel = (points: readonly Point[]): boolean => points.some((point) => (point.points ?? []).length > 0);

function splitSeries(points: Point[], absent: number | null): Series[] {
  const noCell = () => (absent === null ? undefined : { value: absent });
  const byKey = new Map<string | null, Series>();
  points.forEach((point, category) => {
    for (const next of point.points ?? []) {
      const series = byKey.get(next.key) ?? { name: labelOf(next), cells: points.map(noCell) };
      series.cells[category] = next.cells[0];
      byKey.set(next.key, series);
    }
  });
  return [...byKey.values()];
}

/** `xKey.mode` writes a date by its day or its hour. */
function categoryOf(point: Point, mode: XKey['mode']): string {
  const ts = mode === 'DEFAULT' || point.key === null ? undefined : readDateKey(point.key);
  if (ts === undefined) return labelOf(point);
  return formatDate(ts, mode === 'DAY' ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm');
}
