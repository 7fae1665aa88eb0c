import { readQuery } from '@tributary/dashboards/content/read-query';
import type { DimensionFilter, FilterClause } from '@tributary/dashboards/reports/report';
import { requestOf, type FilterRow, type Query } from '../../../reports/query/query.js';

/** `query_json` as the pickers show it. Undefined: it has more than they can, such as conditions within conditions. */
export function readQueryJson(value: unknown): Query | undefined {
  const read = readQuery(value);
  if (typeof read === 'string') return undefined;
  const filters = (read.filters?.filters ?? []).map(rowOf);
  if (!filters.every((filter) => filter !== undefined)) return undefined;
  return {
    metrics: read.metrics,
    dimensions: read.dimensions,
    filters,
    operator: read.filters?.operator ?? 'OR',
    start: read.dateRange?.start_date ?? '',
    end: read.dateRange?.end_date ?? '',
    order: read.orderBy ?? '',
  };
}

function rowOf(filter: DimensionFilter | FilterClause): FilterRow | undefined {
  if (!('dimension_name' in filter)) return undefined;
  const { dimension_name, operator, not = false, expressions } = filter;
  return { dimension_name, operator, not, expressions: expressions.map(String) };
}

/** The query as it is stored. Without dates the dashboard's default range counts. */
export function writeQueryJson(query: Query): Record<string, unknown> {
  const { date_ranges, ...request } = requestOf(query);
  return query.start === '' && query.end === '' ? request : { ...request, date_ranges };
}
