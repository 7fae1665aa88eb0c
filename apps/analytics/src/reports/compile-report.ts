import { reportPageSize, type ReportRequest, type ReportValue } from '@tributary/contracts/report';
import type { Parameter, Statement } from '../facts/fact.store.js';
import { numericId, type Cube, type DimensionType } from './activities.cube.js';
import { compileFilters } from './compile-filters.js';
import { compileOrder } from './compile-order.js';
import type { Period } from './date-range.js';
import { findColumns } from './report-columns.js';

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
 * The SQL of a report over one datamart. The text is made of the cube's own expressions alone: whatever the request
 * holds besides names is a parameter. Throws BAD_REQUEST_DATA, naming the field, for what the cube does not have.
 */
export function compileReport(cube: Cube, request: ReportRequest, datamart_id: string, period: Period): CompiledReport {
  const { dimensions, metrics } = findColumns(cube, request);
  const params: Parameter[] = [datamart_id, period.from, period.to];
  const filters = compileFilters(cube, request.dimension_filter_clauses, params);
  const order = compileOrder(request.order_by?.field_name, dimensions, metrics);
  const groups = [
    `select ${[...dimensions, ...metrics].map(({ sql, alias }) => `${sql} as ${alias}`).join(', ')}`,
    `from ${cube.table}`,
    `where ${['datamart_id = $1::bigint', 'ts between $2 and $3', ...filters].join(' and ')}`,
    ...(dimensions.length > 0 ? [`group by ${dimensions.map((_, index) => index + 1).join(', ')}`] : []),
  ].join(' ');
  const values = [
    ...dimensions.map(({ alias }) => `${alias}::varchar`),
    ...metrics.map(({ alias }) => `${alias}::double`),
  ];
  return {
    columns: [
      ...dimensions.map(({ name, type }) => ({ name, show: show[type] })),
      ...metrics.map(({ name }) => ({ name, show: asStored })),
    ],
    statement: { sql: `select ${values.join(', ')} from (${groups}) ${order} limit ${reportPageSize}`, params },
  };
}

const numericIdPattern = new RegExp(`^(?:${numericId})$`);
const asStored = (value: ReportValue) => value;
const show: Record<DimensionType, Column['show']> = {
  text: asStored,
  date: asStored,
  id: (value) => (typeof value === 'string' && numericIdPattern.test(value) ? Number(value) : value),
};
