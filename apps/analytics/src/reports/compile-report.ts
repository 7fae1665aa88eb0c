import { reportPageSize, type ReportRequest, type ReportValue } from '@tributary/contracts/report';
import type { Parameter, Statement } from '../facts/fact.store.js';
import type { SqlDialect } from '../facts/sql-dialect.js';
import { compileFilters } from './compile-filters.js';
import { compileOrder } from './compile-order.js';
import type { CubeOf, DimensionType } from './cube.js';
import { shownId } from './numeric-id.js';
import { findColumns, type DimensionColumn, type MetricColumn } from './report-columns.js';

export interface Column {
  name: string;
  /** A stored value as the report shows it. */
  show: (value: ReportValue) => ReportValue;
}

export interface CompiledReport {
  columns: Column[];
  statement: Statement;
}

/**
 * The SQL of a report. The text is made of the cube's and the dialect's own expressions alone: whatever the request
 * holds besides names is a parameter. Throws BAD_REQUEST_DATA, naming the field, for what the cube does not have.
 */
export function compileReport(sql: SqlDialect, request: ReportRequest, cubeOf: CubeOf): CompiledReport {
  const params: Parameter[] = [];
  const bind = (value: Parameter) => `$${params.push(value)}`;
  const cube = cubeOf(bind);
  const { dimensions, metrics } = findColumns(cube, request);
  const order = compileOrder(request.order_by?.field_name, { dimensions, metrics }, sql);
  const conditions = compileFilters(cube, request.dimension_filter_clauses, bind, sql);
  const groups = [
    `select ${[...dimensions, ...metrics].map((column) => `${column.sql} as ${column.alias}`).join(', ')}`,
    `from ${cube.rows(conditions, dimensions)}`,
    ...(dimensions.length > 0 ? [`group by ${dimensions.map((_, index) => index + 1).join(', ')}`] : []),
  ].join(' ');
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

const asStored = (value: ReportValue) => value;
const show: Record<DimensionType, Column['show']> = {
  text: asStored,
  number: asStored,
  boolean: asStored,
  id: (value) => (typeof value === 'string' ? shownId(value) : value),
  // Stores give the digits: the nearest double is found here, whatever theirs would be.
  decimal: (value) => (value === null ? null : Number(value)),
};
