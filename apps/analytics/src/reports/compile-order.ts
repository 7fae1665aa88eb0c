import { badData } from '@tributary/contracts/errors';
import { numericId } from './activities.cube.js';
import { quote, type DimensionColumn, type MetricColumn } from './report-columns.js';

type Direction = 'asc' | 'desc';

/** `order by` of a report: the named column, `-` before it for descending; ties by the dimensions ascending. */
export function compileOrder(
  field: string | undefined,
  dimensions: DimensionColumn[],
  metrics: MetricColumn[],
): string {
  const keys = [...namedKeys(field, dimensions, metrics), ...dimensions.flatMap((column) => sortKeys(column, 'asc'))];
  return keys.length > 0 ? `order by ${keys.join(', ')}` : '';
}

function namedKeys(field: string | undefined, dimensions: DimensionColumn[], metrics: MetricColumn[]): string[] {
  if (field === undefined) return [];
  const direction: Direction = field.startsWith('-') ? 'desc' : 'asc';
  const name = field.replace(/^-/, '');
  const metric = metrics.find((column) => column.name === name);
  if (metric) return [`${metric.alias} ${direction}`];
  const dimension = dimensions.find((column) => column.name === name);
  if (dimension) return sortKeys(dimension, direction);
  throw badData(`order_by.field_name: ${quote(name)} is no column of the report`);
}

/** Numbers by value, before strings; strings by code point; null last in both directions. */
function sortKeys({ alias, type }: DimensionColumn, direction: Direction): string[] {
  const byText = `${alias} ${direction} nulls last`;
  if (type !== 'id') return [byText];
  const number = `case when regexp_full_match(${alias}, '${numericId}') then ${alias}::bigint end`;
  return [`${alias} is null`, `${number} is null ${direction}`, `${number} ${direction} nulls last`, byText];
}
