import { sum } from '../points/merge-points.js';
import type { ReportRequest, ReportValue, ReportView } from '../reports/report.js';
import type { Point, Result } from '../results/result.js';

/**
 * The answer of a report as a result. Without dimensions it is a number, that of the first metric; with several, each is a
 * level below the one before.
 *
 * @param mostMetrics that become series
 */
export function readReport(
  view: ReportView,
  request: ReportRequest,
  { title, mostMetrics = 1 }: ReadOptions = {},
): Result {
  const metrics = request.metrics.slice(0, mostMetrics).map(({ expression }) => expression);
  const levels = request.dimensions.map(({ name }) => name);
  const titles = title !== undefined && metrics.length === 1 ? [title] : metrics;
  if (levels.length === 0) return readNumber(view, metrics[0], title);
  // Without metrics the rows are the values of the dimensions.
  const points = readLevel(view.rows, { level: 0, depth: levels.length, metrics });
  return { kind: 'series', titles, levels, points, absent: metrics.map(absentOf) };
}

interface ReadOptions {
  /** The name of the only series. Default: the metric's. */
  title?: string | undefined;
  /** Default 1. */
  mostMetrics?: number;
}

function readNumber(view: ReportView, metric: string | undefined, title = metric): Result {
  return {
    kind: 'number',
    value: valueAt(view.rows[0], 0),
    ...(title !== undefined && { title }),
    ...(metric !== undefined && isPercent(metric) && { unit: 'percent' }),
  };
}

interface Level {
  level: number;
  depth: number;
  metrics: string[];
}

function readLevel(rows: ReportValue[][], at: Level): Point[] {
  const groups = Map.groupBy(rows, (row) => keyOf(row[at.level]));
  return [...groups].map(([key, group]) => readPoint(key, group, at));
}

function readPoint(key: string | null, rows: ReportValue[][], at: Level): Point {
  if (at.level === at.depth - 1)
    return { key, cells: at.metrics.map((_metric, index) => ({ value: valueAt(rows[0], at.depth + index) })) };
  const points = readLevel(rows, { ...at, level: at.level + 1 });
  const cells = at.metrics.map((metric, index) => ({
    value: isAverage(metric) ? null : sum(points.map((point) => point.cells[index]?.value)),
  }));
  return { key, cells, points };
}

/** The metric is in percent. */
export const isPercent = (metric: string): boolean => metric === 'conversion_rate';

/** The sum of averages is no average, so a level above has no value. */
const isAverage = (metric: string) => metric.startsWith('avg_') || isPercent(metric);

/** The value of a metric where no activity is. */
export const absentOf = (metric: string): 0 | null => (isAverage(metric) ? null : 0);

const keyOf = (value: ReportValue | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

function valueAt(row: ReportValue[] | undefined, index: number): number | null {
  const value = row?.[index];
  return typeof value === 'number' ? value : null;
}
