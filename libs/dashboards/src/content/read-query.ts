import { filterOperators } from '@tributary/contracts/rules/resources/choices';
import { inexact } from '@tributary/contracts/rules/json/json-object';
import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { field, listOf, memberOf, textField, booleanField } from '../json/json-object.js';
import type { DateRange } from '@tributary/contracts/rules/date-range';
import type { DimensionFilter, FilterClause, FilterExpression } from '../reports/report.js';
import type { ReportQuery } from './dataset.js';

/** Reads `query_json`. Returns the reason when it is no report request. */
export function readQuery(value: unknown): ReportQuery | string {
  if (!isObject(value)) return 'query_json is required';
  const metrics = readNames(field(value, 'metrics'), 'expression');
  if (!metrics) return 'query_json.metrics must be a list of {expression}';
  const dimensions = readNames(field(value, 'dimensions'), 'name');
  if (!dimensions) return 'query_json.dimensions must be a list of {name}';
  if (metrics.length + dimensions.length === 0) return 'query_json has no metric';
  const dateRange = readDateRange(field(value, 'date_ranges'));
  if (dateRange === null) return 'query_json.date_ranges must hold one {start_date, end_date}';
  const filters = readClause(field(value, 'dimension_filter_clauses'));
  if (filters === null) return 'query_json.dimension_filter_clauses must be {operator, filters}';
  const orderBy = readOrder(field(value, 'order_by'));
  const timeZone = field(value, 'time_zone');
  if (timeZone !== undefined && typeof timeZone !== 'string') return 'query_json.time_zone must be a name';
  return { metrics, dimensions, dateRange, filters, orderBy, ...(timeZone !== undefined && { timeZone }) };
}

function readNames(value: unknown, name: string): string[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return undefined;
  const names = (value as unknown[]).map((entry) => (isObject(entry) ? textField(entry, name) : undefined));
  return names.every((entry) => entry !== undefined) ? names : undefined;
}

/** Undefined: the default range. Null: malformed. */
function readDateRange(value: unknown): DateRange | undefined | null {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
  const [range, ...others] = listOf(value);
  if (!isObject(range) || others.length > 0) return null;
  const [start_date, end_date] = [textField(range, 'start_date'), textField(range, 'end_date')];
  return start_date === undefined || end_date === undefined ? null : { start_date, end_date };
}

/** Undefined: no clause. Null: malformed. */
function readClause(value: unknown): FilterClause | undefined | null {
  if (value === undefined) return undefined;
  if (!isObject(value)) return null;
  const filters = readDimensionFilters(field(value, 'filters'));
  if (!filters) return null;
  if (filters.length === 0) return undefined;
  return { operator: memberOf(['OR', 'AND'], field(value, 'operator')) ?? 'OR', filters };
}

/** A list of DimensionFilter, of a report or of a dashboard's filter. Undefined: malformed. */
export function readDimensionFilters(value: unknown): DimensionFilter[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const filters = (value as unknown[]).map((entry) => (isObject(entry) ? readDimensionFilter(entry) : undefined));
  return filters.every((filter) => filter !== undefined) ? filters : undefined;
}

function readDimensionFilter(value: JsonObject): DimensionFilter | undefined {
  const dimension_name = textField(value, 'dimension_name');
  const operator = memberOf(filterOperators, field(value, 'operator'));
  if (dimension_name === undefined || !operator) return undefined;
  const expressions = listOf(field(value, 'expressions')).filter(isExpression);
  return { dimension_name, ...(booleanField(value, 'not') && { not: true }), operator, expressions };
}

/** A number stays exact: it may be an id, and it is only sent. */
const isExpression = (value: unknown): value is FilterExpression =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(inexact(value));

function readOrder(value: unknown): string | undefined {
  return isObject(value) ? textField(value, 'field_name') : undefined;
}
