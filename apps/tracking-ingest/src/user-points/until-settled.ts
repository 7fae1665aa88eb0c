import { ahead, atOnce, type Answers } from '@tributary/database/at-once';
import type pg from 'pg';

/**
 * Repeats an attempt, in the transaction, until it answers something. Undefined says that another transaction has come in
 * between: what the attempt did is undone then, and its locks are released, for the next one to take them in order.
 *
 * @param open the statements that an attempt begins with, sent at once
 * @param act what it makes of their answers. `snapshot` is what the database knew before the attempt began; its
 * statements see at least that
 */
export async function untilSettled<Opening extends readonly unknown[], Result>(
  client: pg.ClientBase,
  open: () => readonly [...Opening],
  act: (answers: Answers<Opening>, snapshot: string) => Promise<Result | undefined>,
): Promise<Result> {
  for (;;) {
    const [, snapshot, ...answers] = await atOnce(client, () => [
      client.query('savepoint attempt'),
      takeSnapshot(client),
      ...open(),
    ]);
    const result = await act(answers, snapshot);
    if (result !== undefined) {
      ahead(client, 'release savepoint attempt');
      return result;
    }
    // Released too: of two savepoints of one name the newest would be the one that an attempt around this rolls back to.
    await client.query('rollback to savepoint attempt; release savepoint attempt');
  }
}

async function takeSnapshot(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ snapshot: string }>({
    name: 'take-snapshot',
    text: 'select pg_current_snapshot()::text as snapshot',
  });
  return rows[0]?.snapshot ?? '';
}
