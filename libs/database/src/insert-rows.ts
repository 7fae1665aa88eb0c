import { escapeIdentifier } from 'pg';
import { copyInto, type CopyValue } from './copy.js';
import type { Statement, UnitOfWork } from './transaction.js';

/** Up to this many rows an INSERT costs less than COPY. Connections keep the plan of each number of rows. */
export const maxInserted = 8;

/**
 * Inserts rows by the end of the transaction: a few with its last statements, more with COPY at once. Values are those of
 * `copyInto`, and so are conflicts: there is no `on conflict`.
 *
 * @param table in the session's schema; always given with the same columns, as the plans are kept by its name
 */
export async function insertRows(
  { client, atCommit }: UnitOfWork,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  if (rows.length > maxInserted) await copyInto(client, table, columns, rows);
  else if (rows.length > 0) atCommit([insertStatement(table, columns, rows)]);
}

function insertStatement(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CopyValue[])[],
): Statement {
  const names = columns.map((column) => escapeIdentifier(column)).join();
  let parameters = 0;
  const tuples = rows.map((row) => `(${row.map(() => `$${++parameters}`).join()})`);
  return {
    name: `insert-${table}-${rows.length}`,
    text: `insert into ${escapeIdentifier(table)} (${names}) values ${tuples.join()}`,
    values: rows.flat(),
  };
}
