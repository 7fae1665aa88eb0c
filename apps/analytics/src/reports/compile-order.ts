import { badData } from '@tributary/contracts/errors';
import type { SqlDialect } from '../facts/sql-dialect.js';
import type { Columns, DimensionColumn } from './cube.js';
import { quote } from './report-columns.js';

type Direction = 'asc' | 'desc';

/** `order by` of a report: the named column, descending with a leading `-`, then all dimensions ascending. */
export function compileOrder(field: string | undefined, columns: Columns, sql: SqlDialect): string {
  const keys = [
    ...namedKeys(field, columns, sql),
    ...columns.dimensions.flatMap((column) => sortKeys(column, 'asc', sql)),
  ];
  return keys.length > 0 ? `order by ${keys.join(', ')}` : '';
}

function namedKeys(field: string | undefined, { dimensions, metrics }: Columns, sql: SqlDialect): string[] {
  if (field === undefined) return [];
  const direction: Direction = field.startsWith('-') ? 'desc' : 'asc';
  const name = field.replace(/^-/, '');
  const metric = metrics.find((column) => column.name === name);
  if (metric) return [`${metric.alias} ${direction}`];
  const dimension = dimensions.find((column) => column.name === name);
  if (dimension) return sortKeys(dimension, direction, sql);
  throw badData(`order_by.field_name: ${quote(name)} is no column of the report`);
}

/**
 * Sorts numbers by value and before strings, strings by code point, false before true. null is last in both
 * directions.
 */
function sortKeys({ alias, type }: DimensionColumn, direction: Direction, sql: SqlDialect): string[] {
  const byValue = `${alias} ${direction} nulls last`;
  if (type !== 'id') return [byValue];
  const number = sql.wholeNumber(alias);
  return [`${alias} is null`, `${number} is null ${direction}`, `${number} ${direction} nulls last`, byValue];
}
