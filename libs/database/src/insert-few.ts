import { type ClientBase, escapeIdentifier } from 'pg';
import type { CopyValue } from './copy.js';

/** Up to so many rows an INSERT costs less than `copyInto`; each number is a statement whose plan connections keep. */
export const few = 8;

/**
 * Inserts a few rows, of values as `copyInto` takes them, in one round trip that other statements can share (`atOnce`).
 *
 * @param table a name in the session's schema
 */
export async function insertFew(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map((column) => escapeIdentifier(column)).join();
  let parameters = 0;
  const tuples = rows.map((row) => `(${row.map(() => `$${++parameters}`).join()})`);
  await client.query({
    name: `insert-${table}-${rows.length}`,
    text: `insert into ${escapeIdentifier(table)} (${names}) values ${tuples.join()}`,
    values: rows.flat(),
  });
}
