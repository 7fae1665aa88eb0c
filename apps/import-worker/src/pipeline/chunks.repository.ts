import { Injectable } from '@nestjs/common';
import type { ChunkApplied, DocumentType } from '@tributary/contracts/import-messages';
import { copyInto } from '@tributary/database/copy';
import { query, transaction } from '@tributary/database/transaction';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import { announce } from '../executions/announce.js';
import type { Chunk } from '../formats/chunk-table.js';
import type { FileFormat } from '../lines/parse-line.js';
import { addCounts, noHitters, type HeavyHitters } from './heavy-hitters.js';

/** A chunk and all that is needed to parse it. */
export interface ChunkOfFile extends Chunk, FileFormat {
  execution_id: string;
  datamart_id: string;
  document_type: DocumentType;
  creation_ts: number;
  input_key: string;
  /** Of an earlier attempt: tracking has them. */
  applied_parts: number[];
}

export type ChunkId = Pick<ChunkOfFile, 'execution_id' | 'chunk'>;

/** What came out of parsing. */
export interface ParsedChunk extends ChunkId {
  parts: number;
  total_failure: number;
  /** On how many lines each identifier stands. */
  identifiers: ReadonlyMap<string, number>;
}

/** Columns of a chunk and its execution, bigint as number. */
export const chunkOfFileColumns = `execution_id, executions.datamart_id, chunk, first_line::float8, byte_start::float8,
  byte_end::float8, records, is_oversized, applied_parts, document_type, encoding, csv_columns, csv_delimiter, input_key,
  creation_date::float8 as creation_ts`;

@Injectable()
export class ChunksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The chunk, if it is to be parsed now: it was asked for, the one before it is out, and its execution goes on. One
   * that was begun before is brought to its end whatever has become of its execution; any other goes back to those
   * that wait.
   */
  claim({ execution_id, chunk }: ChunkId): Promise<ChunkOfFile | undefined> {
    return transaction(this.dataSource, async (client) => {
      if (!(await lockExecution(client, execution_id))) return undefined;
      const { rows } = await client.query<ChunkOfFile & { state: string; is_next: boolean }>(
        `select ${chunkOfFileColumns}, state, (state = 'PARSING' or status = 'RUNNING' and cancel_status is null)
            and not exists (
              select from chunks as earlier where earlier.execution_id = $1 and earlier.chunk = $2 - 1
                and earlier.state not in ('PARSED', 'APPLIED')
            ) as is_next
          from chunks join executions on id = execution_id
          where execution_id = $1 and chunk = $2 and state in ('REQUESTED', 'PARSING')`,
        [execution_id, chunk],
      );
      const [found] = rows;
      if (found?.state === 'REQUESTED') await setState(client, found, found.is_next ? 'PARSING' : 'WAITING');
      return found?.is_next ? found : undefined;
    });
  }

  /** The chunk, if it is going to be parsed; undefined too when the file ends before it. */
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

  /** All of its messages are out. The first time counts: a chunk that is parsed again comes out the same. */
  markParsed({ execution_id, chunk, parts, total_failure, identifiers }: ParsedChunk): Promise<boolean> {
    return transaction(this.dataSource, async (client) => {
      if (!(await lockExecution(client, execution_id))) return false;
      const { rowCount } = await client.query(
        `update chunks set parts = $3, total_failure = total_failure + $4
          where execution_id = $1 and chunk = $2 and parts is null`,
        [execution_id, chunk, parts, total_failure],
      );
      if (rowCount === 1) await addHitters(client, execution_id, identifiers);
      await client.query(
        `update chunks set state = 'PARSED' where execution_id = $1 and chunk = $2 and state = 'PARSING'`,
        [execution_id, chunk],
      );
      return closeApplied(client, { execution_id, chunk });
    });
  }

  /** Counts each part of an execution once, however often it is reported; true when a chunk is done with that. */
  countApplied(execution_id: string, answers: ChunkApplied[]): Promise<boolean> {
    return transaction(this.dataSource, async (client) => {
      if (!(await lockExecution(client, execution_id))) return false;
      let isAnyDone = false;
      for (const chunk of await count(client, execution_id, answers))
        isAnyDone = (await closeApplied(client, { execution_id, chunk })) || isAnyDone;
      return isAnyDone;
    });
  }

  /** The file can't be read; its execution ends here unless somebody retries it. */
  async fail(execution_id: string, message: string): Promise<void> {
    await transaction(this.dataSource, async (client) => {
      const { rows } = await client.query<{ datamart_id: string }>(
        `update executions set status = 'FAILED', error = $2, is_retryable = true, end_date = $3, cancel_status = null
          where id = $1 and status in ('PENDING', 'RUNNING') returning datamart_id`,
        [execution_id, message, Date.now()],
      );
      await announce(
        client,
        rows.map(({ datamart_id }) => ({ datamart_id, execution_id, status: 'FAILED' })),
      );
    });
  }
}

/** Chunks of an execution change one at a time. False when it is gone. */
async function lockExecution(client: ClientBase, execution_id: string): Promise<boolean> {
  const { rowCount } = await client.query('select from executions where id = $1 for update', [execution_id]);
  return rowCount === 1;
}

/** Counts each part once, however often it is answered. The chunks of those that had not been counted. */
async function count(client: ClientBase, execution_id: string, answers: ChunkApplied[]): Promise<Set<number>> {
  const keyOf = ({ chunk, part }: Pick<ChunkApplied, 'chunk' | 'part'>) => `${chunk}/${part}`;
  const told = [...new Map(answers.map((answer) => [keyOf(answer), answer])).values()];
  const { rows } = await client.query<Pick<ChunkApplied, 'chunk' | 'part'>>(countParts, [
    execution_id,
    ...[told.map(({ chunk }) => chunk), told.map(({ part }) => part)],
    ...[told.map(({ total_success }) => total_success), told.map(({ failures }) => failures.length)],
  ]);
  const counted = new Set(rows.map(keyOf));
  const failures = told.filter((answer) => counted.has(keyOf(answer))).flatMap(failureRows);
  if (failures.length > 0) await copyInto(client, 'line_failures', failureColumns, failures);
  return new Set(rows.map(({ chunk }) => chunk));
}

const countParts = `
  with fresh as (
    select told.*
    from unnest($2::int[], $3::int[], $4::int[], $5::int[]) as told (chunk, part, successes, failures)
    join chunks using (chunk)
    where execution_id = $1 and state <> 'APPLIED' and not part = any (applied_parts)
  ), counted as (
    update chunks set applied_parts = applied_parts || added.parts,
        total_success = total_success + added.successes, total_failure = total_failure + added.failures
      from (
        select chunk, array_agg(part) as parts, sum(successes) as successes, sum(failures) as failures
        from fresh group by chunk
      ) added
      where execution_id = $1 and chunks.chunk = added.chunk
  )
  select chunk, part from fresh`;

const setState = (client: ClientBase, { execution_id, chunk }: ChunkId, state: 'PARSING' | 'WAITING') =>
  client.query('update chunks set state = $3 where execution_id = $1 and chunk = $2', [execution_id, chunk, state]);

async function addHitters(
  client: ClientBase,
  execution_id: string,
  identifiers: ParsedChunk['identifiers'],
): Promise<void> {
  const { rows } = await client.query<{ heavy_hitters: HeavyHitters | null }>(
    'select heavy_hitters from executions where id = $1',
    [execution_id],
  );
  const merged = addCounts(rows[0]?.heavy_hitters ?? noHitters, identifiers);
  await client.query('update executions set heavy_hitters = $2 where id = $1', [execution_id, JSON.stringify(merged)]);
}

/** The chunk is done when all its messages are out and applied. */
async function closeApplied(client: ClientBase, { execution_id, chunk }: ChunkId): Promise<boolean> {
  const { rowCount } = await client.query(
    `with done as (
        update chunks set state = 'APPLIED', applied_parts = '{}'
        where execution_id = $1 and chunk = $2 and state = 'PARSED' and cardinality(applied_parts) = parts
        returning total_success, total_failure
      )
      update executions set completed_tasks = completed_tasks + 1,
          erroneous_tasks = erroneous_tasks + (done.total_failure > 0)::int,
          total_success = executions.total_success + done.total_success,
          total_failure = executions.total_failure + done.total_failure
        from done where id = $1`,
    [execution_id, chunk],
  );
  return rowCount === 1;
}

const failureColumns = ['execution_id', 'chunk', 'line', 'error_code', 'error'];

const failureRows = ({ execution_id, chunk, failures }: ChunkApplied) =>
  failures.map(({ line, error_code, error }) => [execution_id, chunk, line, error_code, error.replaceAll('\0', '')]);
