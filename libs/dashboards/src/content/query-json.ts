import { readQuery } from './read-query.js';
import { isObject } from '@tributary/contracts/rules/json/json-object';
import { listOf } from '../json/json-object.js';
import type { DimensionFilter, FilterClause } from '../reports/report.js';
import type { FilterRow } from '../queries/filter-row.js';
import { requestOf, type Query } from '../queries/query.js';

/** `query_json` as the pickers show it. Undefined: it has more than they can, such as conditions within conditions. */
export function readQueryJson(value: unknown): Query | undefined {
  if (!isObject(value)) return undefined;
  // While a user replaces its only name, a query has none for a moment, which the engine refuses.
  const read = readQuery({ ...value, dimensions: [...listOf(value['dimensions']), { name: 'last' }] });
  if (typeof read === 'string') return undefined;
  const filters = (read.filters?.filters ?? []).map(rowOf);
  if (!filters.every((filter) => filter !== undefined)) return undefined;
  return {
    metrics: read.metrics,
    dimensions: read.dimensions.slice(0, -1),
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

/**
 * The query as it is stored. Without dates the dashboard's default range counts.
 *
 * @param timeZone that the content names: the pickers do not show it
 */
export function writeQueryJson(query: Query, timeZone?: string): Record<string, unknown> {
  const { date_ranges: _range, ...named } = requestOf(query);
  const request = { ...named, ...(timeZone !== undefined && { time_zone: timeZone }) };
  const { start: start_date, end: end_date } = query;
  return start_date === '' && end_date === '' ? request : { ...request, date_ranges: [{ start_date, end_date }] };
}
