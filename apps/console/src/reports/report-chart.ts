import { shownName } from '@tributary/contracts/rules/reports/report-words';
import type { ReportRequest } from '@tributary/client/generated/types.gen';
import { readChart } from '@tributary/dashboards/content/read-chart';
import { absentOf, readReport } from '@tributary/dashboards/datasets/read-report';
import { fillDates } from '@tributary/dashboards/reports/fill-dates';
import type { ReportView as EngineView, ReportRequest as EngineRequest } from '@tributary/dashboards/reports/report';
import { noKeyLabel, type Result } from '@tributary/dashboards/results/result';
import { withBefore } from '@tributary/dashboards/results/with-before';
import { dateDimensionOf } from '@tributary/dashboards/values/date-dimensions';
import type { ReadReport } from './query/report-query.js';
import type { View } from './query/report.js';

/** A chart as it is stored in a dashboard, whose page chooses the time zone. */
export function storedChart({ time_zone: _zone, ...request }: ReportRequest, view: View, title: string) {
  const dimensions = request.dimensions ?? [];
  const type = dimensions.length === 0 ? 'Metric' : view;
  const isStacked = dimensions.length > 1 && (view === 'Bars' || view === 'Area');
  return {
    title,
    type,
    dataset: { type: 'activities_analytics', query_json: request },
    options: {
      ...(type !== 'Metric' && type !== 'Table' && { legend: { enabled: true, position: 'bottom' } }),
      ...(isStacked && { stacking: true }),
    },
  };
}

/** The same chart, to be drawn on the page. */
export const drawnChart = (request: ReportRequest, view: View, title: string) =>
  readChart(storedChart(request, view, title), 'report');

type ReadRows = Pick<ReadReport, 'view' | 'shown' | 'period' | 'timeZone'>;

/** The values of the chart: the first metric by each dimension, or every metric by the dimensions together. */
export function resultOf(request: EngineRequest, { view, shown, period, timeZone }: ReadRows, all: boolean): Result {
  const isTogether = all && request.metrics.length > 1 && request.dimensions.length > 0;
  const result = isTogether ? together(request, view) : readReport(view, request);
  if (!period || (isTogether && request.dimensions.length > 1)) return result;
  return fillDates(result, request, { period, timeZone, isTruncated: shown !== 'all' });
}

/** The values of the chart with those of the period before, where both have a common axis. */
export function comparedOf(result: Result, before: Result, { dimensions, order_by }: EngineRequest): Result {
  const [name] = dimensions.map((dimension) => dimension.name);
  if (result.kind === 'number' || before.kind === 'number' || name === undefined) return result;
  const isByDate = dateDimensionOf(name) !== undefined;
  const isInOrder = order_by === undefined || order_by.field_name.replace(/^-/, '') === name;
  return (isByDate && !isInOrder) || dimensions.length > 1 ? result : withBefore(result, before, isByDate);
}

/** The rows as they are, whose keys are those of all dimensions. */
function together({ metrics, dimensions }: EngineRequest, { rows }: EngineView): Result {
  const at = dimensions.length;
  const points = rows.map((row) => ({
    key: row
      .slice(0, at)
      .map((value) => (value === null ? noKeyLabel : String(value)))
      .join(' · '),
    cells: row.slice(at).map((value) => ({ value: typeof value === 'number' ? value : null })),
  }));
  const titles = metrics.map(({ expression }) => expression);
  return { kind: 'series', titles, points, absent: titles.map(absentOf) };
}

const isDay = /^date_yyyy_?mm_?dd$/;

/** `Users` as within a sentence; `OS family` stays. */
const inSentence = (name: string) => (/^.[^A-Z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name);

/** The title of a report's chart: the first metric, or `all`. */
export function titleOf({ metrics, dimensions }: EngineRequest, all = false): string {
  const words = (names: string[]) => names.map(shownName).map(inSentence).join(', ');
  const shown = words(metrics.slice(0, all ? undefined : 1).map(({ expression }) => expression)) || 'values';
  const by = words(dimensions.map(({ name }) => (isDay.test(name) ? 'day' : name)));
  const title = by === '' ? shown : `${shown} by ${by}`;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** The order after a click on a column's header: descending, ascending, then that of the dimensions. */
export function nextOrder(column: string, order: string): string {
  if (order === `-${column}`) return column;
  return order === column ? '' : `-${column}`;
}
