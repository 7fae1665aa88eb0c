import type { Node } from 'libpg-query';
import { ColumnValue } from './column-value.js';

/** The tables and views whose rows belong to datamarts, with their columns in order. */
export type DistributedTables = ReadonlyMap<string, readonly string[]>;

/** A distributed table that a part of a statement reads or writes. */
export interface Participant {
  table: string;
  datamart_id: ColumnValue;
}

/** A relation that FROM and the like bring into a statement: a table, a function, a subquery, a common table expression. */
export interface Relation {
  alias: string;
  columns: Map<string, ColumnValue>;
  participants: Participant[];
}

/** The relations that an expression may name, those of the enclosing query last. */
export interface Scope {
  relations: Relation[];
  ctes: ReadonlyMap<string, Node>;
  outer?: Scope | undefined;
}

export const nameOf = (node?: Node): string => (node !== undefined && 'String' in node ? (node.String.sval ?? '') : '');

/** The column that `a`, or `b.a`, names. Undefined for one of a relation that is not distributed. */
export function findColumn(scope: Scope | undefined, fields: Node[]): ColumnValue | undefined {
  const [qualifier, name] = fields.length > 1 ? [nameOf(fields[0]), nameOf(fields[1])] : [undefined, nameOf(fields[0])];
  for (let level = scope; level; level = level.outer)
    for (const { alias, columns } of level.relations) {
      if (qualifier !== undefined && alias !== qualifier) continue;
      const found = columns.get(name);
      if (found) return found;
      if (qualifier !== undefined) return undefined;
    }
  return undefined;
}

/** The columns of `*` or `b.*`, in order. */
export const allColumns = ({ relations }: Scope, qualifier?: string): [string, ColumnValue][] =>
  relations
    .filter(({ alias }) => qualifier === undefined || alias === qualifier)
    .flatMap(({ columns }) => [...columns]);

/** The conditions that all hold. */
export function conjuncts(condition?: Node): Node[] {
  if (condition === undefined) return [];
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR')
    return (condition.BoolExpr.args ?? []).flatMap(conjuncts);
  return [condition];
}

/** The subqueries in expressions, without those inside of other subqueries. */
export function subqueriesIn(expression: unknown): Extract<Node, { SubLink: unknown }>['SubLink'][] {
  if (typeof expression !== 'object' || expression === null) return [];
  if ('SubLink' in expression) {
    const { SubLink } = expression as Extract<Node, { SubLink: unknown }>;
    return [SubLink, ...subqueriesIn(SubLink.testexpr)];
  }
  return Object.values(expression).flatMap(subqueriesIn);
}
