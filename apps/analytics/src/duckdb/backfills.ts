import { randomUUID } from 'node:crypto';
import { VARCHAR, BIGINT, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { backfillEnded } from '@tributary/contracts/topics/topics';
import type { BackfillEnded } from '@tributary/contracts/tracking/backfill';
import { dayMs } from '@tributary/contracts/rules/time-units';
import type { Gap } from '../facts/positions.js';
import { endUnconfirmed } from './write-memberships.js';

/** A request may have been lost: after this time without an end, another one is made. */
const repeatAfterMs = dayMs;

const droppedTables = [
  'facts',
  'event_codes',
  'memberships',
  'deleted_segments',
  'merged_user_points',
  'erased_user_points',
  'applied_messages',
  'gaps',
];

/** Drops all facts, which belong to a lost timeline. Measurements stay: no backfill publishes them. */
export async function startOver(connection: DuckDBConnection, timeline: number): Promise<void> {
  for (const table of droppedTables) await connection.run(`delete from ${table}`);
  await connection.run('insert into gaps values (null, null, 0, null)');
  await connection.run('update timeline set timeline = $1', [BigInt(timeline)]);
}

export async function insertGaps(connection: DuckDBConnection, gaps: Gap[]): Promise<void> {
  for (const { topic, partition, completeUntil } of gaps)
    await connection.run('insert into gaps values ($1, $2, $3, null)', [topic, partition, BigInt(completeUntil)]);
}

export interface Lacks {
  gaps: number;
  /** The time up to which facts are complete; Infinity without a gap. */
  completeUntil: number;
  /** The number of the last backfill; 0 before the first. */
  backfill: number;
  timeline: number;
}

export async function readLacks(connection: DuckDBConnection): Promise<Lacks> {
  const [[gaps, until, backfill, timeline] = []] = await read(
    connection,
    `select (select count(*) from gaps)::double, (select min(complete_until) from gaps)::double,
      (select coalesce(max(number), 0) from backfills)::integer, (select timeline from timeline)::double`,
  );
  return {
    gaps: Number(gaps),
    completeUntil: until === null ? Infinity : Number(until),
    backfill: Number(backfill),
    timeline: Number(timeline),
  };
}

/**
 * The request that has to be published; undefined without one. One backfill runs at a time, so all gaps that show up
 * meanwhile share the next one. A request is assigned before it is published, and a crash in between repeats it with the
 * same id: gaps that show up later never count as covered by it.
 */
export async function assignBackfill(connection: DuckDBConnection, now: number): Promise<string | undefined> {
  const [running] = await read(
    connection,
    `select request_id, published_at is null, assigned_at < $1 from backfills
      where number = (select max(backfill) from gaps)`,
    [BigInt(now - repeatAfterMs)],
  );
  if (running?.[1] === true) return String(running[0]);
  if (running?.[2] === false) return undefined;
  const [[gaps] = []] = await read(connection, 'select count(*)::double from gaps');
  if (gaps === 0) return undefined;
  const request_id = randomUUID();
  await connection.run('insert into backfills select coalesce(max(number), 0) + 1, $1, $2, null, null from backfills', [
    request_id,
    BigInt(now),
  ]);
  await connection.run('update gaps set backfill = (select max(number) from backfills)');
  return request_id;
}

export const markPublished = (connection: DuckDBConnection, request_id: string, now: number) =>
  connection.run('update backfills set published_at = $2 where request_id = $1', [request_id, BigInt(now)]);

export async function writeEnds(connection: DuckDBConnection, ends: BackfillEnded[]): Promise<void> {
  for (const { request_id, messages } of ends)
    await connection.run(
      'update backfills set messages = $2 where request_id = $1',
      [request_id, BigInt(messages)],
      [VARCHAR, BIGINT],
    );
}

/** Closes the gaps whose backfill has ended, once all of its messages are applied. Returns its request. */
export async function closeGaps(connection: DuckDBConnection): Promise<string | undefined> {
  const [ended] = await read(
    connection,
    `select number, request_id, messages::double from backfills
      where messages is not null and number = (select max(backfill) from gaps)`,
  );
  if (!ended) return undefined;
  const [number, request_id, messages] = [Number(ended[0]), String(ended[1]), Number(ended[2])];
  const [[applied] = []] = await read(
    connection,
    'select count(*)::double from applied_messages where topic <> $1 and contains(id, $2)',
    [backfillEnded.name, `/${request_id}/`],
  );
  if (Number(applied) < messages) return undefined;
  await endUnconfirmed(connection, number);
  await connection.run('delete from gaps where backfill = $1', [number]);
  return request_id;
}

async function read(connection: DuckDBConnection, sql: string, values: DuckDBValue[] = []): Promise<DuckDBValue[][]> {
  return (await connection.runAndReadAll(sql, values)).getRows();
}
