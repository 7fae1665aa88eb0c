import { reportPageSize, type ReportRequest, type ReportValue } from '@tributary/contracts/analytics/report';
import type { Parameter, Statement } from '../facts/fact.store.js';
import { numericId, type SqlDialect } from '../facts/sql-dialect.js';
import { compileFilters } from './compile-filters.js';
import { compileOrder } from './compile-order.js';
import type { CubeOf, DimensionColumn, DimensionType, MetricColumn } from './cube.js';
import { findColumns } from './report-columns.js';

export interface Column {
  name: string;
  /** Converts a stored value to the value in the report. */
  show: (value: ReportValue) => ReportValue;
}

interface CompiledReport {
  columns: Column[];
  statement: Statement;
}

/**
 * Compiles a report to SQL. The SQL consists only of expressions of the cube and the dialect. Every value of the
 * request is a parameter. Throws BAD_REQUEST_DATA with the name of the field for an unknown dimension or metric.
 */
export function compileReport(sql: SqlDialect, request: ReportRequest, cubeOf: CubeOf): CompiledReport {
  const params: Parameter[] = [];
  const bind = (value: Parameter) => `$${params.push(value)}`;
  const cube = cubeOf(bind);
  const { dimensions, metrics } = findColumns(cube, request);
  const order = compileOrder(request.order_by?.field_name, { dimensions, metrics }, sql);
  const conditions = compileFilters(cube, request.dimension_filter_clauses, bind, sql);
  const groups = cube.groups(conditions, { dimensions, metrics });
  const values = [
    ...dimensions.map((column) => shownDimension(column, sql)),
    ...metrics.map((column) => shownMetric(column, sql)),
  ];
  return {
    columns: [
      ...dimensions.map(({ name, type }) => ({ name, show: show[type] })),
      ...metrics.map(({ name, type }) => ({ name, show: show[type] })),
    ],
    statement: { sql: `select ${values.join(', ')} from (${groups}) report ${order} limit ${reportPageSize}`, params },
  };
}

function shownDimension({ alias, type, shown = (value) => value }: DimensionColumn, sql: SqlDialect): string {
  if (type === 'boolean') return alias;
  return type === 'number' ? sql.number(alias) : sql.text(shown(alias));
}

const shownMetric = ({ alias, type }: MetricColumn, sql: SqlDialect) =>
  type === 'decimal' ? sql.text(alias) : sql.number(alias);

const numericPattern = new RegExp(`^(?:${numericId})$`);

/** An id as shown in a report. */
const shownId = (id: string): string | number => (numericPattern.test(id) ? Number(id) : id);

const unchanged = (value: ReportValue) => value;
const show: Record<DimensionType, Column['show']> = {
  text: unchanged,
  number: unchanged,
  boolean: unchanged,
  id: (value) => (typeof value === 'string' ? shownId(value) : value),
  // Stores return decimals as text. Converting here gives the nearest double, independently of the store.
  decimal: (value) => (value === null ? null : Number(value)),
};
