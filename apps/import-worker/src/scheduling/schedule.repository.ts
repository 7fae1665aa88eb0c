import { Injectable } from '@nestjs/common';
import { query, transaction } from '@tributary/database/transaction';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import type { ChunkId } from '../chunks/chunks.repository.js';
import { publishStatusChanges } from '../execution-status.js';
import { lockExecutions } from '../lock-executions.js';
import { chooseChunks, type Candidate, type ChosenChunk, type Capacity } from './choose-chunks.js';
import { chunksToMakeWay, takenBack } from './make-way.js';

interface ScheduleOptions {
  capacity: Capacity;
  /** How long a chunk may be in flight before it is requested again. Doubles with each request, up to a factor of 32. */
  resendMs: number;
  now: number;
}

/** One scheduler at a time: all processes share the capacity. */
const schedulerLock = 0x696d7074; // "impt"

const inFlight = `state in ('REQUESTED', 'PARSING', 'PARSED')`;

@Injectable()
export class ScheduleRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The chunks to request: the next ones, and those that have been in flight for too long. */
  take({ capacity, resendMs, now }: ScheduleOptions): Promise<ChosenChunk[]> {
    return transaction(this.dataSource, async (client) => {
      await client.query(`select pg_advisory_xact_lock($1, hashtext(current_schema()))`, [schedulerLock]);
      const candidates = await readCandidates(client, capacity);
      const way = chunksToMakeWay(candidates, capacity.perExecution);
      const next = chooseChunks(takenBack(candidates, way), capacity);
      const late = await findOverdue(client, resendMs, now);
      await lockExecutions(client, [...late, ...[...way, ...next].map(({ execution_id }) => execution_id)]);
      const begun = await takeBack(client, way);
      const chosen = next.filter((chunk) => !begun.has(keyOf(chunk)));
      const overdue = await takeOverdue(client, late, resendMs, now);
      await markRequested(client, chosen, now);
      await markRunning(client, [...overdue, ...chosen], now);
      return [...overdue, ...chosen];
    });
  }

  /** Whether any execution has not ended: one short statement, for the times between files. */
  async hasWork(): Promise<boolean> {
    const { rows } = await query<{ exists: boolean }>(this.dataSource, {
      name: 'has-executions-in-progress',
      text: `select exists (select from executions where status in ('PENDING', 'RUNNING')) as exists`,
    });
    return rows[0]?.exists ?? false;
  }

  /** The bus has lost its messages: makes all chunks in flight overdue, so that `take` requests them again. */
  resetRequests(): Promise<void> {
    return transaction(this.dataSource, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `select distinct execution_id as id from chunks where ${inFlight}`,
      );
      const ids = rows.map(({ id }) => id);
      await lockExecutions(client, ids);
      const reset = `update chunks set requested_date = 0, attempts = 0 where execution_id = any($1::bigint[]) and ${inFlight}`;
      await client.query(reset, [ids]);
    });
  }
}

/** As the index `executions_waiting` has it. */
const waits = `status in ('PENDING', 'RUNNING') and problem is null and cancel_status is null and completed_tasks < num_tasks`;

/**
 * The executions that may be chosen, and those with chunks in flight. Of each datamart and priority it reads the executions that
 * have waited longest, twice as many as chunks are in flight at most: so enough of them have none in flight. The cost grows with the
 * datamarts that have waiting executions, never with the executions.
 */
async function readCandidates(client: ClientBase, { total, perExecution }: Capacity): Promise<Candidate[]> {
  const { rows } = await client.query<Candidate>(
    `with recursive queues as (
        (
          select organisation_id, datamart_id, priority from executions where ${waits}
          order by organisation_id, datamart_id, priority limit 1
        )
        union all
        select following.* from queues cross join lateral (
          select organisation_id, datamart_id, priority from executions
          where ${waits} and (organisation_id, datamart_id, priority)
            > (queues.organisation_id, queues.datamart_id, queues.priority)
          order by organisation_id, datamart_id, priority limit 1
        ) following
      ), considered as (
        select longest.id from queues cross join lateral (
          select id from executions
          where ${waits} and organisation_id = queues.organisation_id and datamart_id = queues.datamart_id
            and priority = queues.priority
            and exists (select from chunks where execution_id = executions.id and state = 'WAITING')
          order by issued_date, id limit $2
        ) longest
        union
        select execution_id from chunks where ${inFlight}
      )
      select id as execution_id, organisation_id, datamart_id, priority, executions.issued_date::float8,
        coalesce(organisation_turns.issued_date, 0)::float8 as organisation_issued_date,
        (select count(*)::int from chunks where execution_id = executions.id and ${inFlight}) as in_flight,
        (
          select coalesce(json_agg(json_build_object('chunk', chunk, 'requested_date', requested_date)), '[]')
          from chunks where execution_id = executions.id and state = 'REQUESTED' and cancel_status is null
        ) as requested,
        array(
          select chunk from chunks
          where execution_id = executions.id and state = 'WAITING' and cancel_status is null
          order by chunk limit $1
        ) as waiting
      from executions left join organisation_turns using (organisation_id)
      where id = any(array(select id from considered)) and status in ('PENDING', 'RUNNING') and problem is null`,
    [perExecution, 2 * total],
  );
  return rows;
}

const keyOf = ({ execution_id, chunk }: ChunkId) => `${execution_id}/${chunk}`;

/** @returns the keys of those that a worker has begun meanwhile: they stay in flight */
async function takeBack(client: ClientBase, chunks: ChunkId[]): Promise<Set<string>> {
  if (chunks.length === 0) return new Set();
  const { rows } = await client.query<ChunkId>(
    `update chunks set state = 'WAITING'
      from unnest($1::bigint[], $2::int[]) as taken (execution_id, chunk)
      where chunks.execution_id = taken.execution_id and chunks.chunk = taken.chunk and state = 'REQUESTED'
      returning chunks.execution_id, chunks.chunk`,
    [chunks.map(({ execution_id }) => execution_id), chunks.map(({ chunk }) => chunk)],
  );
  const taken = new Set(rows.map(keyOf));
  return new Set(chunks.map(keyOf).filter((key) => !taken.has(key)));
}

const isOverdue = `${inFlight} and requested_date <= $1 - $2::bigint * (1 << least(attempts, 5))`;

/** @returns the ids of executions with chunks that have been in flight for too long */
async function findOverdue(client: ClientBase, resendMs: number, now: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    // Chunks in flight are few: a join may begin with the executions, of which any number waits.
    `select distinct execution_id as id from chunks
      where ${isOverdue} and (select status from executions where id = execution_id) in ('PENDING', 'RUNNING')`,
    [now, resendMs],
  );
  return rows.map(({ id }) => id);
}

/** A chunk whose batches may already be published stays PARSING, so that the applied ones are still counted. */
async function takeOverdue(
  client: ClientBase,
  execution_ids: string[],
  resendMs: number,
  now: number,
): Promise<ChosenChunk[]> {
  const { rows } = await client.query<ChosenChunk>(
    `update chunks set requested_date = $1, attempts = attempts + 1,
        state = case state when 'REQUESTED' then state else 'PARSING' end
      from executions
      where executions.id = execution_id and id = any($3::bigint[]) and status in ('PENDING', 'RUNNING') and ${isOverdue}
      returning execution_id, organisation_id, datamart_id, chunk`,
    [now, resendMs, execution_ids],
  );
  return rows.sort((a, b) => Number(a.execution_id) - Number(b.execution_id) || a.chunk - b.chunk);
}

async function markRequested(client: ClientBase, chosen: ChosenChunk[], now: number): Promise<void> {
  if (chosen.length === 0) return;
  await client.query(
    `update chunks set state = 'REQUESTED', requested_date = $3, attempts = 0
      from unnest($1::bigint[], $2::int[]) as chosen (execution_id, chunk)
      where chunks.execution_id = chosen.execution_id and chunks.chunk = chosen.chunk`,
    [chosen.map(({ execution_id }) => execution_id), chosen.map(({ chunk }) => chunk), now],
  );
  await client.query(
    `insert into organisation_turns (organisation_id, issued_date) select distinct unnest($1::bigint[]), $2::bigint
      on conflict (organisation_id) do update set issued_date = excluded.issued_date`,
    [chosen.map(({ organisation_id }) => organisation_id), now],
  );
}

async function markRunning(client: ClientBase, chunks: ChosenChunk[], now: number): Promise<void> {
  if (chunks.length === 0) return;
  const { rows } = await client.query<{ id: string; datamart_id: string; is_first: boolean }>(
    `update executions set issued_date = $2, status = 'RUNNING', start_date = coalesce(executions.start_date, $2)
      from executions as old
      where old.id = executions.id and executions.id = any($1::bigint[]) and executions.status in ('PENDING', 'RUNNING')
      returning executions.id, executions.datamart_id, old.status = 'PENDING' as is_first`,
    [chunks.map(({ execution_id }) => execution_id), now],
  );
  const started = rows.filter(({ is_first }) => is_first);
  await publishStatusChanges(
    client,
    started.map(({ id, datamart_id }) => ({ datamart_id, execution_id: id, status: 'RUNNING' })),
  );
}
