import { badData } from '@tributary/contracts/errors';
import type {
  DimensionFilter,
  FilterClause,
  FilterExpression,
  FilterGroup,
} from '@tributary/contracts/analytics/report';
import type { SqlDialect } from '../facts/sql-dialect.js';
import type { Bind, Cube, Dimension } from './cube.js';
import { quote } from './report-columns.js';

/** The condition on a row of the cube; empty without a clause. Values of the request become parameters. */
export function compileFilters(
  cube: Cube,
  clause: FilterClause | null | undefined,
  bind: Bind,
  sql: SqlDialect,
): string[] {
  return clause ? [combine(clause, 'dimension_filter_clauses', { cube, bind, sql })] : [];
}

interface Target {
  cube: Cube;
  bind: Bind;
  sql: SqlDialect;
}

/** @param path where the clause or group is in the request */
function combine({ operator, filters }: FilterClause | FilterGroup, path: string, target: Target): string {
  const conditions = filters.map((filter, index) => {
    const place = `${path}.filters[${index}]`;
    if (!('filters' in filter)) return condition(filter, place, target);
    return `${filter.not ? 'not ' : ''}${combine(filter, place, target)}`;
  });
  return `(${conditions.join(operator === 'AND' ? ' and ' : ' or ')})`;
}

function condition(filter: DimensionFilter, path: string, { cube, bind, sql }: Target): string {
  const dimension = cube.dimensions.get(filter.dimension_name);
  if (!dimension) throw badData(`${path}.dimension_name: ${quote(filter.dimension_name)} does not exist`);
  // A null matches no filter, so it matches every negated one.
  const holds = `coalesce(${compileFilter(dimension, filter, bind, sql)}, false)`;
  return filter.not ? `not ${holds}` : holds;
}

function compileFilter(dimension: Dimension, filter: DimensionFilter, bind: Bind, sql: SqlDialect): string {
  const { sql: own, shown = (value) => value, many, type } = dimension;
  const matches = matcher(type, filter, bind, sql);
  return many ? many.any(matches) : matches(shown(own));
}

/** A condition that may be used on several values. Its parameters are bound once. */
function matcher(type: Dimension['type'], filter: DimensionFilter, bind: Bind, sql: SqlDialect) {
  const [first = '', ...others] = filter.expressions;
  if (filter.operator === 'LIKE') {
    const part = bind(String(first));
    const text = type === 'decimal' ? sql.decimalText : sql.text;
    return (value: string) => sql.containsIgnoringCase(text(value), part);
  }
  const [asCompared, list] = comparable(type, filter.operator === 'EXACT' ? [first] : [first, ...others], sql);
  if (list.length === 0) return () => 'false';
  const bound = bind(list);
  return (value: string) => sql.isOneOf(asCompared(value), bound);
}

type Comparable = [asCompared: (value: string) => string, list: string[] | number[]];

/** Leaves out expressions that cannot be a value of the dimension's type, since they match nothing. */
function comparable(type: Dimension['type'], expressions: FilterExpression[], sql: SqlDialect): Comparable {
  switch (type) {
    case 'text':
    case 'id':
      return [(value) => value, expressions.map(String)];
    case 'number':
      return [sql.number, expressions.flatMap(toNumber)];
    case 'decimal':
      return [sql.decimalNumber, expressions.flatMap(toNumber)];
    case 'boolean':
      return [sql.text, expressions.map(String).filter((text) => text === 'true' || text === 'false')];
  }
}

const jsonNumber = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function toNumber(expression: FilterExpression): number[] {
  if (typeof expression === 'boolean' || !jsonNumber.test(String(expression))) return [];
  const number = Number(expression);
  return Number.isFinite(number) ? [number] : [];
}
