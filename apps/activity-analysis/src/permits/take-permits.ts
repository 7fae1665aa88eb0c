import { pipeline } from '@tributary/database/pipeline';
import { readNow } from '@tributary/database/sql-expressions';
import type pg from 'pg';
import { compare } from '../queue/queue-key.js';
import { decidePermits, maxAheadMs, nextArrival, type LimitState, type PermitDecision } from './decide-permits.js';
import type { Limit } from './limits-of.js';

/** Decided permits; the limits stay locked until the transaction ends. */
interface DecidedPermits extends PermitDecision {
  states: LimitState[];
  /** Number of permits that had expired: their processes were killed, or too slow. */
  expired: number;
}

interface StateRow {
  now: number;
  arrival_ms: number;
  in_progress: number;
}

/**
 * Locks the limits in one order and decides by the clock of the database, read after the lock: no other clock counts. The
 * caller must `savePermits` for the calls that it really starts.
 */
export async function decideWithLock(client: pg.ClientBase, limits: Limit[], wanted: number): Promise<DecidedPermits> {
  const sorted = [...limits].sort((a, b) => compare(keyOf(a), keyOf(b)));
  const keys = [sorted.map(({ throttling_id }) => throttling_id), sorted.map(({ throttling_key }) => throttling_key)];
  const { expired, read } = await pipeline(client, () => ({
    inserted: client.query({ name: 'insert-throttle-states', text: insertStates, values: keys }),
    locked: client.query({ name: 'lock-throttle-states', text: lockStates, values: keys }),
    expired: client.query({ name: 'delete-expired-permits', text: deleteExpired, values: keys }),
    corrected: client.query({
      name: 'correct-arrivals',
      text: correctArrivals,
      values: [...keys, sorted.map(({ max_qps }) => (max_qps === undefined ? 0 : maxAheadMs(max_qps)))],
    }),
    read: client.query<StateRow>({ name: 'read-throttle-states', text: readStates, values: keys }),
  }));
  const states = sorted.flatMap((limit, index): LimitState[] => {
    const row = read.rows[index];
    return row ? [{ limit, now: row.now, arrival: row.arrival_ms, inProgress: row.in_progress }] : [];
  });
  return { ...decidePermits(states, wanted), states, expired: expired.rowCount ?? 0 };
}

/** Counts calls that start now. @param lifetimeMs after which their permits end, even if the calls do not */
export async function savePermits(
  client: pg.ClientBase,
  states: LimitState[],
  claim_ids: string[],
  lifetimeMs: number,
): Promise<void> {
  if (claim_ids.length === 0) return;
  const rated = states.filter(({ limit }) => limit.max_qps !== undefined);
  const bounded = states.filter(({ limit }) => limit.max_concurrency !== undefined);
  await pipeline(client, () => [
    client.query({
      name: 'save-arrivals',
      text: saveArrivals,
      values: [...columnsOf(rated), rated.map((state) => nextArrival(state, claim_ids.length))],
    }),
    client.query({
      name: 'insert-permits',
      text: insertPermits,
      values: [...columnsOf(bounded), claim_ids, lifetimeMs],
    }),
  ]);
}

const columnsOf = (states: LimitState[]) => [
  states.map(({ limit }) => limit.throttling_id),
  states.map(({ limit }) => limit.throttling_key),
];

const given = `unnest($1::text[], $2::text[]) with ordinality as given (throttling_id, throttling_key, position)`;

/** A new limit has never granted a call. */
const insertStates = `
  insert into throttle_states select throttling_id, throttling_key, 0 from ${given} order by 1, 2
  on conflict do nothing`;

const lockStates = `
  select from throttle_states where (throttling_id, throttling_key) in (select throttling_id, throttling_key from ${given})
  order by throttling_id, throttling_key for update`;

const deleteExpired = `
  delete from permits using ${given}
  where permits.throttling_id = given.throttling_id and permits.throttling_key = given.throttling_key
    and expiration_time <= ${readNow}`;

/**
 * An arrival time further ahead was written before the clock was set back. If it were only read as an earlier one, it would
 * stay ahead of every clock.
 */
const correctArrivals = `
  with now as materialized (select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms)
  update throttle_states set arrival_ms = now.ms + given.ahead_ms
  from now, unnest($1::text[], $2::text[], $3::float8[]) as given (throttling_id, throttling_key, ahead_ms)
  where throttle_states.throttling_id = given.throttling_id and throttle_states.throttling_key = given.throttling_key
    and arrival_ms > now.ms + given.ahead_ms`;

const readStates = `
  select (extract(epoch from clock_timestamp()) * 1000)::float8 as now, arrival_ms,
    (select count(*)::int from permits
      where permits.throttling_id = given.throttling_id and permits.throttling_key = given.throttling_key) as in_progress
  from ${given} join throttle_states using (throttling_id, throttling_key) order by position`;

const saveArrivals = `
  update throttle_states set arrival_ms = given.arrival_ms
  from unnest($1::text[], $2::text[], $3::float8[]) as given (throttling_id, throttling_key, arrival_ms)
  where throttle_states.throttling_id = given.throttling_id and throttle_states.throttling_key = given.throttling_key`;

const insertPermits = `
  insert into permits (claim_id, throttling_id, throttling_key, expiration_time)
  select claim_id, throttling_id, throttling_key, clock_timestamp() + $4 * interval '1 millisecond'
  from unnest($1::text[], $2::text[]) as given (throttling_id, throttling_key), unnest($3::uuid[]) as claim_id`;

const keyOf = ({ throttling_id, throttling_key }: Limit) => JSON.stringify([throttling_id, throttling_key]);
