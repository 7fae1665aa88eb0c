import { filterOperators } from '@tributary/contracts/rules/resources/choices';
import { maxFilters, type FilterRow } from '@tributary/dashboards/queries/filter-row';
import type { Query } from '@tributary/dashboards/queries/query';
import { maxNames } from '@tributary/contracts/rules/reports/report-names';

export const views = ['Table', 'Bars', 'Line', 'Area', 'Pie', 'Radar'] as const;
export type View = (typeof views)[number];

export interface Report extends Query {
  view: View;
  /** The chart shows every metric, not only the first. */
  all: boolean;
  /** With the period before beside it. */
  compare: boolean;
  /** The table has the share of each value of the total. */
  share: boolean;
}

export const defaultReport: Report = {
  metrics: ['users', 'sessions'],
  dimensions: ['date_yyyy_mm_dd'],
  filters: [],
  operator: 'AND',
  start: 'now-30d/d',
  end: 'now',
  order: '',
  view: 'Table',
  all: false,
  compare: false,
  share: false,
};

/** A report in the address: only what differs from the default. Names are separated by commas. */
export interface ReportSearch {
  metrics?: string;
  dimensions?: string;
  filters?: { dimension_name: string; operator: FilterRow['operator']; not?: true; expressions: string[] }[];
  operator?: 'OR';
  from?: string;
  to?: string;
  order?: string;
  view?: View;
  all?: true;
  compare?: true;
  share?: true;
}

/** Longest value in an address; a longer one is cut off. */
const maxText = 1_000;

export function printReport(report: Report): ReportSearch {
  const changed = (name: 'metrics' | 'dimensions') => report[name].join() !== defaultReport[name].join();
  return {
    ...(changed('metrics') && { metrics: report.metrics.join() }),
    ...(changed('dimensions') && { dimensions: report.dimensions.join() }),
    ...(report.filters.length > 0 && {
      filters: report.filters.map(({ not, ...filter }) => ({ ...filter, ...(not && { not }) })),
    }),
    ...(report.operator === 'OR' && { operator: 'OR' as const }),
    ...(report.start !== defaultReport.start && { from: report.start }),
    ...(report.end !== defaultReport.end && { to: report.end }),
    ...(report.order !== '' && { order: report.order }),
    ...(report.view !== defaultReport.view && { view: report.view }),
    ...(report.all && { all: true as const }),
    ...(report.compare && { compare: true as const }),
    ...(report.share && { share: true as const }),
  };
}

/** Reads an address. What is malformed is as if it were absent. */
export function parseReport(search: Record<string, unknown>): Report {
  const text = (name: string, otherwise: string) => readText(search[name]) ?? otherwise;
  return {
    metrics: readNames(search['metrics']) ?? defaultReport.metrics,
    dimensions: readNames(search['dimensions']) ?? defaultReport.dimensions,
    filters: readFilters(search['filters']),
    operator: search['operator'] === 'OR' ? 'OR' : 'AND',
    start: text('from', defaultReport.start),
    end: text('to', defaultReport.end),
    order: text('order', ''),
    view: views.find((view) => view === search['view']) ?? defaultReport.view,
    all: search['all'] === true,
    compare: search['compare'] === true,
    share: search['share'] === true,
  };
}

/** As the router checks it: what it writes back is what was understood. */
export const readReportSearch = (search: Record<string, unknown>): ReportSearch => printReport(parseReport(search));

/** The router reads digits and `true` as values of JSON. */
function readText(value: unknown): string | undefined {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar ? String(value).slice(0, maxText).toWellFormed() : undefined;
}

function readNames(value: unknown): string[] | undefined {
  if (typeof value !== 'string') return undefined;
  const names = value.split(',').filter((name) => /^\w{1,100}$/.test(name));
  return [...new Set(names)].slice(0, maxNames);
}

function readFilters(value: unknown): FilterRow[] {
  return Array.isArray(value) ? (value as unknown[]).slice(0, maxFilters).flatMap(readFilter) : [];
}

function readFilter(value: unknown): FilterRow[] {
  if (typeof value !== 'object' || value === null) return [];
  const { dimension_name, operator, not, expressions } = value as Record<string, unknown>;
  const known = filterOperators.find((each) => each === operator);
  if (typeof dimension_name !== 'string' || !/^\w{0,100}$/.test(dimension_name) || !known) return [];
  const values = Array.isArray(expressions) ? (expressions as unknown[]).slice(0, 100) : [];
  return [
    { dimension_name, operator: known, not: not === true, expressions: values.flatMap((each) => readText(each) ?? []) },
  ];
}
