import { pipeline, sendWithoutWaiting, type Answers } from '@tributary/database/pipeline';
import type pg from 'pg';

/**
 * Repeats an optimistic attempt, inside the transaction, until it returns a result. Undefined means that another
 * transaction interfered: a savepoint undoes the attempt and releases its locks, and the next attempt takes them in order.
 *
 * @param read the first statements of an attempt, sent in one round trip
 * @param attempt gets their answers by name, and the `snapshot` that was taken just before them: they see at least that
 */
export async function retryOnConflict<Reads extends Readonly<Record<string, unknown>>, Result>(
  client: pg.ClientBase,
  read: () => Reads,
  attempt: (answers: Answers<Reads> & { snapshot: string }) => Promise<Result | undefined>,
): Promise<Result> {
  for (;;) {
    const answers = await pipeline<Reads & { snapshot: Promise<string> }>(client, () => {
      const savepoint = client.query('savepoint attempt');
      return { savepoint, snapshot: takeSnapshot(client), ...read() };
    });
    const result = await attempt(answers);
    if (result !== undefined) {
      sendWithoutWaiting(client, 'release savepoint attempt');
      return result;
    }
    // Released too: of two savepoints of one name the newer would be the target of a rollback in an enclosing attempt.
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
