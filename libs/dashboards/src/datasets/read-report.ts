import { sum } from '../points/merge-points.js';
import type { ReportRequest, ReportValue, ReportView } from '../reports/report.js';
import type { Cell, Point, Result } from '../results/result.js';

/**
 * The answer of a report as a result. Only the first metric is the value. Without dimensions it is a number; with
 * several, each is a level below the one before.
 */
export function readReport(view: ReportView, request: ReportRequest, title?: string): Result {
  const [metric] = request.metrics;
  const depth = request.dimensions.length;
  const name = title ?? metric?.expression;
  if (depth === 0)
    return { kind: 'number', value: valueAt(view.rows[0], 0), ...(name !== undefined && { title: name }) };
  const isSummable = metric !== undefined && !isAverage(metric.expression);
  // Without metrics the rows are the values of the dimensions.
  const points = readLevel(view.rows, { level: 0, depth, isSummable, hasValue: metric !== undefined });
  return {
    kind: 'series',
    titles: metric && name !== undefined ? [name] : [],
    points,
    ...(metric && { absent: [absentOf(metric.expression)] }),
  };
}

interface Level {
  level: number;
  depth: number;
  isSummable: boolean;
  hasValue: boolean;
}

function readLevel(rows: ReportValue[][], at: Level): Point[] {
  const groups = Map.groupBy(rows, (row) => keyOf(row[at.level]));
  return [...groups].map(([key, group]) => readPoint(key, group, at));
}

function readPoint(key: string | null, rows: ReportValue[][], at: Level): Point {
  if (at.level === at.depth - 1) return { key, cells: cellsOf(at, valueAt(rows[0], at.depth)) };
  const points = readLevel(rows, { ...at, level: at.level + 1 });
  const total = at.isSummable ? sum(points.map(({ cells }) => cells[0]?.value)) : null;
  return { key, cells: cellsOf(at, total), points };
}

const cellsOf = ({ hasValue }: Level, value: number | null): Cell[] => (hasValue ? [{ value }] : []);

/** The sum of averages is no average, so a level above has no value. */
const isAverage = (metric: string) => metric.startsWith('avg_') || metric === 'conversion_rate';

/** The value of a metric where no activity is. */
export const absentOf = (metric: string): 0 | null => (isAverage(metric) ? null : 0);

const keyOf = (value: ReportValue | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

function valueAt(row: ReportValue[] | undefined, index: number): number | null {
  const value = row?.[index];
  return typeof value === 'number' ? value : null;
}
