import type { ChunkParsed, LineFailure } from '@tributary/contracts/imports/import-messages';
import type { Statement } from '@tributary/database/transaction';
import type pg from 'pg';

type BatchId = Pick<ChunkParsed, 'execution_id' | 'chunk' | 'batch'>;

/** The failed lines of applied batches, by `batchKey`. */
export type BatchOutcomes = ReadonlyMap<string, LineFailure[]>;

/** Two messages with the same key hold the same batch. */
export const batchKey = ({ execution_id, chunk, batch }: BatchId) => `${execution_id}/${chunk}/${batch}`;

const keyColumns = (batches: BatchId[]) => [
  batches.map(({ execution_id }) => execution_id),
  batches.map(({ chunk }) => chunk),
  batches.map(({ batch }) => batch),
];

/** Returns the `batchKey` of those not applied yet. Waits for a transaction that is applying one of them. */
export async function claimBatches(client: pg.ClientBase, batches: BatchId[], now: number): Promise<Set<string>> {
  if (batches.length === 0) return new Set();
  const { rows } = await client.query<BatchId>(
    `insert into import_batches (execution_id, chunk, batch, applied_ts)
      select *, $4 from unnest($1::text[], $2::int[], $3::int[]) order by 1, 2, 3
      on conflict do nothing returning execution_id, chunk, batch`,
    [...keyColumns(batches), now],
  );
  return new Set(rows.map(batchKey));
}

/** Saves the outcomes of claimed batches, so that a redelivered batch gets the same answer. */
export function saveOutcomes(batches: ChunkParsed[], outcomes: BatchOutcomes): Statement {
  const results = batches.map((batch) => {
    const failures = outcomes.get(batchKey(batch)) ?? [];
    return { failures, total_success: batch.lines.length - failures.length };
  });
  return {
    text: `update import_batches b set total_success = done.total_success, failures = done.failures::json
      from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::text[])
        as done (execution_id, chunk, batch, total_success, failures)
      where (b.execution_id, b.chunk, b.batch) = (done.execution_id, done.chunk, done.batch)`,
    values: [
      ...keyColumns(batches),
      results.map(({ total_success }) => total_success),
      results.map(({ failures }) => JSON.stringify(failures)),
    ],
  };
}

export async function readOutcomes(client: pg.ClientBase, batches: BatchId[]): Promise<BatchOutcomes> {
  if (batches.length === 0) return new Map();
  const { rows } = await client.query<BatchId & { failures: LineFailure[] }>(
    `select execution_id, chunk, batch, failures from import_batches
      where (execution_id, chunk, batch) in (select * from unnest($1::text[], $2::int[], $3::int[]))`,
    keyColumns(batches),
  );
  return new Map(rows.map((row) => [batchKey(row), row.failures]));
}
