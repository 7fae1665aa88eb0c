import { parseDates, resolveDateRange, type DateRange, type Period } from '@tributary/contracts/rules/date-range';
import { isTimeZone, timeZoneRule } from '@tributary/contracts/rules/time-units';
import { defaultTimeZone, ReportZone } from '@tributary/contracts/rules/report-zone';
import { defaultDateRange } from '../reports/report.js';
import type { FilterRow } from './filter-row.js';

/** The choices of a user for a report. */
export interface Query {
  metrics: string[];
  dimensions: string[];
  filters: FilterRow[];
  /** Between the filters. */
  operator: 'AND' | 'OR';
  /** Empty, with `end`: the default range of dashboards. Reports need both. */
  start: string;
  end: string;
  /** A column, with a leading minus sign: descending. Empty: by the dimensions. */
  order: string;
}

/** The body of the report. */
export function requestOf(query: Query) {
  const { metrics, dimensions, operator, start, end, order } = query;
  const filters = query.filters.filter((filter) => !isUntouched(filter));
  const range = { start_date: start || defaultDateRange.start_date, end_date: end || defaultDateRange.end_date };
  const date_ranges: [typeof range] = [range];
  return {
    metrics: metrics.map((expression) => ({ expression })),
    dimensions: dimensions.map((name) => ({ name })),
    date_ranges,
    ...(filters.length > 0 && { dimension_filter_clauses: { operator, filters: filters.map(filterOf) } }),
    ...(order !== '' && { order_by: { field_name: order } }),
  };
}

/** A filter that was added, and not filled in yet, is no mistake. */
const isUntouched = ({ dimension_name, expressions }: FilterRow): boolean =>
  dimension_name === '' && expressions.every((value) => value === '');

/** EXACT and LIKE take one value only. */
const filterOf = ({ dimension_name, operator, not, expressions }: FilterRow) => ({
  dimension_name,
  operator,
  ...(not && { not }),
  expressions: operator === 'IN_LIST' ? expressions : expressions.slice(0, 1),
});

/** The time and the zone in which the dates of a report are read. */
export interface Clock {
  /** Epoch milliseconds. */
  now: number;
  /** A name of the IANA database. */
  timeZone: string;
}

/** Where a report has a problem: as the server names the field. */
export interface QueryProblem {
  field: string;
  message: string;
}

/**
 * The problems that keep a report from being sent: the rules that need no server. Without a time zone the report is in that of
 * the datamart, which only the server knows. So the server checks the order and age of its dates.
 */
export function problemsOf(query: Query, clock: Pick<Clock, 'now'> & Partial<Clock>): QueryProblem[] {
  const problems: QueryProblem[] = [];
  if (query.metrics.length + query.dimensions.length === 0)
    problems.push({ field: 'metrics', message: 'choose a metric or a dimension' });
  query.filters.forEach((filter, index) => {
    if (isUntouched(filter)) return;
    const { dimension_name, expressions } = filter;
    const field = `dimension_filter_clauses.filters[${index}]`;
    if (dimension_name === '') problems.push({ field: `${field}.dimension_name`, message: 'choose a dimension' });
    if (expressions.every((value) => value === ''))
      problems.push({ field: `${field}.expressions`, message: 'write a value' });
  });
  const [range] = requestOf(query).date_ranges;
  return [...problems, ...problemsOfDates(range, clock)];
}

function problemsOfDates(range: DateRange, { now, timeZone }: Parameters<typeof problemsOf>[1]): QueryProblem[] {
  if (timeZone !== undefined && !isTimeZone(timeZone)) return [{ field: 'time_zone', message: timeZoneRule }];
  const zone = new ReportZone(timeZone ?? defaultTimeZone);
  const resolved = timeZone === undefined ? parseDates(range, now, zone) : resolveDateRange(range, now, zone);
  return resolved.kind === 'problem' ? [{ field: `date_ranges[0].${resolved.field}`, message: resolved.message }] : [];
}

/** The instants that the report covers; undefined while the range is invalid. */
export function periodOf(query: Query, { now, timeZone }: Clock): Period | undefined {
  if (!isTimeZone(timeZone)) return undefined;
  const resolved = resolveDateRange(requestOf(query).date_ranges[0], now, new ReportZone(timeZone));
  return resolved.kind === 'period' ? resolved.period : undefined;
}

/** Removes an order by a column that the report no longer has. */
export function withoutLostOrder(query: Query): Query {
  const columns: string[] = [...query.dimensions, ...query.metrics];
  return columns.includes(query.order.replace(/^-/, '')) ? query : { ...query, order: '' };
}
