import { Injectable } from '@nestjs/common';
import type { ChunkApplied, ChunkRequested, DocumentType } from '@tributary/contracts/imports/import-messages';
import type { TraceCredential } from '@tributary/contracts/traces/activity-trace';
import { copyInto } from '@tributary/database/copy';
import { columnsOf } from '@tributary/database/plain-array';
import { query, transaction } from '@tributary/database/transaction';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import { publishStatusChanges } from '../execution-status.js';
import { lockExecutions } from '../lock-executions.js';
import type { Chunk } from '../formats/chunk-table.js';
import type { FileFormat } from '../lines/parse-line.js';
import { addCounts, noHitters, type HeavyHitters } from './heavy-hitters.js';

/** A chunk and everything needed to parse it. */
export interface ChunkOfFile extends Chunk, FileFormat {
  execution_id: string;
  datamart_id: string;
  document_type: DocumentType;
  creation_ts: number;
  /** Whether all lines take effect in file order. */
  is_ordered: boolean;
  /** For `idsOfLines`. Null for an execution of an older version. */
  line_secret: string | null;
  /** Null for an execution of an older version. */
  credential: TraceCredential | null;
  /** The user who uploaded the file. Null for an execution of an older version. */
  user_id: string | null;
  input_key: string;
  /** Numbers of the batches that tracking has applied, at an earlier attempt. */
  applied_batches: number[];
}

export type ChunkId = Pick<ChunkOfFile, 'execution_id' | 'chunk'>;

export type ChunkRequest = ChunkId & Pick<ChunkRequested, 'requested_date'>;

/** Findings about the valid lines of a chunk. */
export interface LineFindings {
  /** How many lines name each identifier. */
  identifiers: Map<string, number>;
  /** How many lines have each field that their type does not have. */
  ignored: Map<string, number>;
  /** Lines with a time before the year 2000: seconds in place of milliseconds. */
  early: number;
  /** Junk identifiers that the lines do without. */
  junk: number;
}

export const noFindings = (): LineFindings => ({ identifiers: new Map(), ignored: new Map(), early: 0, junk: 0 });

interface ParsedChunk extends ChunkId {
  batches: number;
  total_failure: number;
  findings: LineFindings;
}

/** Columns of a chunk and its execution; bigint as number. */
export const chunkOfFileColumns = `execution_id, executions.datamart_id, chunk, first_line::float8, byte_start::float8,
  byte_end::float8, records, is_oversized, applied_batches, document_type, encoding, csv_columns, csv_delimiter, input_key,
  is_ordered, junk_exceptions, line_secret, credential, user_id, creation_date::float8 as creation_ts`;

@Injectable()
export class ChunksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Claims a requested chunk for parsing. All batches of the chunk before it must be published, and its execution must be
   * running; otherwise the chunk goes back to WAITING. A chunk in state PARSING is finished even if its execution is not
   * running any more. A request does not count any more if its chunk was taken back and requested again.
   */
  claim({ execution_id, chunk, requested_date }: ChunkRequest): Promise<ChunkOfFile | undefined> {
    return transaction(this.dataSource, async (client) => {
      if ((await lockExecutions(client, [execution_id])) === 0) return undefined;
      const { rows } = await client.query<ChunkOfFile & { state: string; is_next: boolean }>(
        `select ${chunkOfFileColumns}, state, (state = 'PARSING' or status = 'RUNNING' and cancel_status is null)
            and not exists (
              select from chunks as earlier where earlier.execution_id = $1 and earlier.chunk = $2 - 1
                and earlier.state not in ('PARSED', 'APPLIED')
            ) as is_next
          from chunks join executions on id = execution_id
          where execution_id = $1 and chunk = $2 and (
            state = 'PARSING'
            or state = 'REQUESTED' and (attempts > 0 or requested_date <= coalesce($3, requested_date))
          )`,
        [execution_id, chunk, requested_date],
      );
      const [found] = rows;
      if (found?.state === 'REQUESTED') await setState(client, found, found.is_next ? 'PARSING' : 'WAITING');
      return found?.is_next ? found : undefined;
    });
  }

  /** The chunk, if it will be parsed. Undefined also past the end of the file. */
  async findNext({ execution_id, chunk }: ChunkId): Promise<ChunkOfFile | undefined> {
    const { rows } = await query<ChunkOfFile>(
      this.dataSource,
      `select ${chunkOfFileColumns} from chunks join executions on id = execution_id
        where execution_id = $1 and chunk = $2 and state in ('WAITING', 'REQUESTED')
          and status = 'RUNNING' and cancel_status is null`,
      [execution_id, chunk],
    );
    return rows[0];
  }

  /**
   * Records that all batches of the chunk are published. Counts only the first time: parsing it again has the same result.
   * True if the chunk is done.
   */
  markParsed({ execution_id, chunk, batches, total_failure, findings }: ParsedChunk): Promise<boolean> {
    return transaction(this.dataSource, async (client) => {
      if ((await lockExecutions(client, [execution_id])) === 0) return false;
      const { rowCount } = await client.query(
        `update chunks set batches = $3, total_failure = total_failure + $4
          where execution_id = $1 and chunk = $2 and batches is null`,
        [execution_id, chunk, batches, total_failure],
      );
      if (rowCount === 1) await addFindings(client, execution_id, findings);
      await client.query(
        `update chunks set state = 'PARSED' where execution_id = $1 and chunk = $2 and state = 'PARSING'`,
        [execution_id, chunk],
      );
      return closeIfApplied(client, { execution_id, chunk });
    });
  }

  /** Counts each batch of an execution once, even if it is answered several times. True if a chunk is done. */
  countApplied(execution_id: string, answers: ChunkApplied[]): Promise<boolean> {
    return transaction(this.dataSource, async (client) => {
      if ((await lockExecutions(client, [execution_id])) === 0) return false;
      let isAnyDone = false;
      for (const chunk of await count(client, execution_id, answers))
        isAnyDone = (await closeIfApplied(client, { execution_id, chunk })) || isAnyDone;
      return isAnyDone;
    });
  }

  /** Fails an execution whose file cannot be read. A client may retry it. */
  async fail(execution_id: string, message: string): Promise<void> {
    await transaction(this.dataSource, async (client) => {
      const { rows } = await client.query<{ datamart_id: string }>(
        `update executions set status = 'FAILED', error = $2, is_retryable = true, end_date = $3, cancel_status = null
          where id = $1 and status in ('PENDING', 'RUNNING') returning datamart_id`,
        [execution_id, message, Date.now()],
      );
      await publishStatusChanges(
        client,
        rows.map(({ datamart_id }) => ({ datamart_id, execution_id, status: 'FAILED' })),
      );
    });
  }
}

/** Counts each batch once. Returns the chunks of the batches that were not counted before. */
async function count(client: ClientBase, execution_id: string, answers: ChunkApplied[]): Promise<Set<number>> {
  const keyOf = (chunk: number, batch: number) => `${chunk}/${batch}`;
  const unique = [...new Map(answers.map((answer) => [keyOf(answer.chunk, answer.batch), answer])).values()];
  const { rows } = await client.query<{ chunk: number; batch: number }>(countBatches, [
    execution_id,
    ...columnsOf(unique, 'chunk', 'batch', 'total_success'),
    unique.map(({ failures }) => failures.length),
    unique.map(({ total_refused_by_choice }) => total_refused_by_choice),
  ]);
  const counted = new Set(rows.map(({ chunk, batch }) => keyOf(chunk, batch)));
  const failures = unique.filter((answer) => counted.has(keyOf(answer.chunk, answer.batch))).flatMap(failureRows);
  if (failures.length > 0) await copyInto(client, 'line_failures', failureColumns, failures);
  return new Set(rows.map(({ chunk }) => chunk));
}

const countBatches = `
  with fresh as (
    select answers.*
    from unnest($2::int[], $3::int[], $4::int[], $5::int[], $6::int[])
      as answers (chunk, batch, successes, failures, refused)
    join chunks using (chunk)
    where execution_id = $1 and state <> 'APPLIED' and not batch = any (applied_batches)
  ), counted as (
    update chunks set applied_batches = applied_batches || added.batches,
        total_success = total_success + added.successes, total_failure = total_failure + added.failures,
        total_refused_by_choice = total_refused_by_choice + added.refused
      from (
        select chunk, array_agg(batch) as batches, sum(successes) as successes, sum(failures) as failures,
          sum(refused) as refused
        from fresh group by chunk
      ) added
      where execution_id = $1 and chunks.chunk = added.chunk
  )
  select chunk, batch from fresh`;

const setState = (client: ClientBase, { execution_id, chunk }: ChunkId, state: 'PARSING' | 'WAITING') =>
  client.query('update chunks set state = $3 where execution_id = $1 and chunk = $2', [execution_id, chunk, state]);

async function addFindings(
  client: ClientBase,
  execution_id: string,
  { identifiers, ignored, early }: LineFindings,
): Promise<void> {
  const { rows } = await client.query<Record<'heavy_hitters' | 'ignored_fields', HeavyHitters | null>>(
    'select heavy_hitters, ignored_fields from executions where id = $1',
    [execution_id],
  );
  const [{ heavy_hitters, ignored_fields } = { heavy_hitters: null, ignored_fields: null }] = rows;
  await client.query(
    'update executions set heavy_hitters = $2, ignored_fields = $3, early_lines = early_lines + $4 where id = $1',
    [
      execution_id,
      JSON.stringify(addCounts(heavy_hitters ?? noHitters, identifiers)),
      ignored.size === 0
        ? ignored_fields && JSON.stringify(ignored_fields)
        : JSON.stringify(addCounts(ignored_fields ?? noHitters, ignored)),
      early,
    ],
  );
}

/** A chunk is done when all its batches are published and applied. */
async function closeIfApplied(client: ClientBase, { execution_id, chunk }: ChunkId): Promise<boolean> {
  const { rowCount } = await client.query(
    `with done as (
        update chunks set state = 'APPLIED', applied_batches = '{}'
        where execution_id = $1 and chunk = $2 and state = 'PARSED' and cardinality(applied_batches) = batches
        returning total_success, total_failure, total_refused_by_choice
      )
      update executions set completed_tasks = completed_tasks + 1,
          erroneous_tasks = erroneous_tasks + (done.total_failure > 0)::int,
          total_success = executions.total_success + done.total_success,
          total_failure = executions.total_failure + done.total_failure,
          total_refused_by_choice = executions.total_refused_by_choice + done.total_refused_by_choice
        from done where id = $1`,
    [execution_id, chunk],
  );
  return rowCount === 1;
}

const failureColumns = ['execution_id', 'chunk', 'line', 'error_code', 'error'];

const failureRows = ({ execution_id, chunk, failures }: ChunkApplied) =>
  failures.map(({ line, error_code, error }) => [execution_id, chunk, line, error_code, error.replaceAll('\0', '')]);
