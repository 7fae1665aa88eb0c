import { atOnce } from '@tributary/database/at-once';
import type pg from 'pg';

/**
 * Repeats an attempt, in the transaction, until it answers something. Undefined says that another transaction has come in
 * between: what the attempt did is undone then, and its locks are released, for the next one to take them in order.
 *
 * `snapshot` is what the database knew before the attempt began; its statements see at least that.
 */
export async function untilSettled<Result>(
  client: pg.ClientBase,
  attempt: (snapshot: string) => Promise<Result | undefined>,
): Promise<Result> {
  for (;;) {
    const [, snapshot] = await atOnce(client, () => [client.query('savepoint attempt'), takeSnapshot(client)]);
    const result = await attempt(snapshot);
    if (result !== undefined) {
      await client.query('release savepoint attempt');
      return result;
    }
    await client.query('rollback to savepoint attempt');
  }
}

async function takeSnapshot(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ snapshot: string }>({
    name: 'take-snapshot',
    text: 'select pg_current_snapshot()::text as snapshot',
  });
  return rows[0]?.snapshot ?? '';
}
