import type { ChunkParsed, LineFailure } from '@tributary/contracts/imports/import-messages';
import { columnsOf } from '@tributary/database/plain-array';
import type { Statement } from '@tributary/database/transaction';
import type pg from 'pg';

type BatchId = Pick<ChunkParsed, 'datamart_id' | 'execution_id' | 'chunk' | 'batch'>;

/** The outcome of the lines of an applied batch. */
export interface BatchOutcome {
  failures: LineFailure[];
  /** Activities that a choice of their people refused. They are successes. */
  total_refused_by_choice: number;
}

/** By `batchKey`. */
export type BatchOutcomes = ReadonlyMap<string, BatchOutcome>;

/** The outcome of a batch without failures. */
export const allApplied: BatchOutcome = { failures: [], total_refused_by_choice: 0 };

/** Two messages with the same key hold the same batch. */
export const batchKey = ({ datamart_id, execution_id, chunk, batch }: BatchId) =>
  `${datamart_id}/${execution_id}/${chunk}/${batch}`;

const keyColumns = (batches: BatchId[]) => columnsOf(batches, 'datamart_id', 'execution_id', 'chunk', 'batch');

/** Returns the `batchKey` of those not applied yet. Waits for a transaction that is applying one of them. */
export async function claimBatches(client: pg.ClientBase, batches: BatchId[], now: number): Promise<Set<string>> {
  if (batches.length === 0) return new Set();
  const { rows } = await client.query<BatchId>(
    `insert into import_batches (datamart_id, execution_id, chunk, batch, applied_ts)
      select *, $5 from unnest($1::bigint[], $2::text[], $3::int[], $4::int[])
        as claimed (datamart_id, execution_id, chunk, batch) order by 1, 2, 3, 4
      on conflict do nothing returning datamart_id, execution_id, chunk, batch`,
    [...keyColumns(batches), now],
  );
  return new Set(rows.map(batchKey));
}

/** Saves the outcomes of claimed batches, so that a redelivered batch gets the same answer. */
export function saveOutcomes(batches: ChunkParsed[], outcomes: BatchOutcomes): Statement {
  const results = batches.map((batch) => {
    const outcome = outcomes.get(batchKey(batch)) ?? allApplied;
    return { ...outcome, total_success: batch.lines.length - outcome.failures.length };
  });
  return {
    text: `update import_batches b set total_success = done.total_success,
        total_refused_by_choice = done.total_refused_by_choice, failures = done.failures::json
      from unnest($1::bigint[], $2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::text[])
        as done (datamart_id, execution_id, chunk, batch, total_success, total_refused_by_choice, failures)
      where (b.datamart_id, b.execution_id, b.chunk, b.batch)
        = (done.datamart_id, done.execution_id, done.chunk, done.batch)`,
    values: [
      ...keyColumns(batches),
      ...columnsOf(results, 'total_success', 'total_refused_by_choice'),
      results.map(({ failures }) => JSON.stringify(failures)),
    ],
  };
}

export async function readOutcomes(client: pg.ClientBase, batches: BatchId[]): Promise<BatchOutcomes> {
  if (batches.length === 0) return new Map();
  const { rows } = await client.query<BatchId & BatchOutcome>(
    `select datamart_id, execution_id, chunk, batch, failures, total_refused_by_choice from import_batches
      where (datamart_id, execution_id, chunk, batch)
        in (select * from unnest($1::bigint[], $2::text[], $3::int[], $4::int[])
          as wanted (datamart_id, execution_id, chunk, batch))`,
    keyColumns(batches),
  );
  return new Map(rows.map((row) => [batchKey(row), row]));
}
