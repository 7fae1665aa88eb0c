import { parseSync } from 'libpg-query';
import { StatementReader } from './read-statement.js';
import type { DistributedTables } from './relation-scope.js';

/**
 * Which datamarts a statement reaches. `one`: that of a parameter. `batch`: those of the rows that it brings along. `all`: the
 * whole of a table. `none`: no distributed table.
 */
export type Reach = 'none' | 'one' | 'batch' | 'all';

interface CheckedStatement {
  reach: Reach;
  /** Why a database that is distributed by datamart could not run it, or would combine rows of different datamarts. */
  problems: string[];
}

/**
 * Checks, in the parse tree of PostgreSQL itself, that a statement combines rows of distributed tables by an equality of
 * their `datamart_id` only. Of several statements in one text the widest reach counts. Load libpg-query before.
 */
export function checkStatement(sql: string, tables: DistributedTables): CheckedStatement {
  const reader = new StatementReader(tables);
  for (const { stmt } of parseSync(sql).stmts ?? []) if (stmt) reader.read(stmt);
  const apart = reader.joins.filter(({ left, right }) => !left.datamart_id.equals(right.datamart_id));
  const joins = apart.map(({ left, right }) => `${left.table} and ${right.table} are not joined by datamart_id`);
  return { reach: reachOf(reader), problems: [...new Set([...reader.problems, ...joins])] };
}

function reachOf({ participants }: StatementReader): Reach {
  if (participants.length === 0) return 'none';
  if (participants.some(({ datamart_id }) => datamart_id.bound === undefined)) return 'all';
  return participants.every(({ datamart_id }) => datamart_id.bound === 'one') ? 'one' : 'batch';
}
