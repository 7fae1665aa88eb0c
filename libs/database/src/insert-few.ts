import { escapeIdentifier } from 'pg';
import type { CopyValue } from './copy.js';
import type { Statement } from './transaction.js';

/** Up to so many rows an INSERT costs less than `copyInto`; each number is a statement whose plan connections keep. */
export const maxFew = 8;

/**
 * Inserts a few rows, of values as `copyInto` takes them; other than COPY it goes out together with other statements.
 *
 * @param name of the statement, its own for each choice of columns
 * @param table in the session's schema
 */
export function insertFew(
  name: string,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CopyValue[])[],
): Statement {
  const names = columns.map((column) => escapeIdentifier(column)).join();
  let parameters = 0;
  const tuples = rows.map((row) => `(${row.map(() => `$${++parameters}`).join()})`);
  return {
    name: `${name}-${rows.length}`,
    text: `insert into ${escapeIdentifier(table)} (${names}) values ${tuples.join()}`,
    values: rows.flat(),
  };
}
