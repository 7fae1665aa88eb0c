import type { ClientBase } from 'pg';

/**
 * Locks executions until the end of the transaction. A transaction that changes chunks does this first, and in the order of
 * the ids, as the deletion of an import does: then no two transactions wait for each other.
 *
 * @returns how many of them exist
 */
export async function lockExecutions(client: ClientBase, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const lock = 'select from executions where id = any($1::bigint[]) order by id for update';
  return (await client.query(lock, [ids])).rowCount ?? 0;
}
