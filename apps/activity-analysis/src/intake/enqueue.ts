import type { Received } from '@tributary/bus/messages/message';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { insertRows } from '@tributary/database/insert-rows';
import { pipeline } from '@tributary/database/pipeline';
import { plainArray } from '@tributary/database/plain-array';
import type { UnitOfWork } from '@tributary/database/transaction';
import type pg from 'pg';
import { countWaiting } from '../queue/count-waiting.js';
import { publishOutcomes, toStore, withOutcome } from '../queue/publish-outcomes.js';
import { takePositions } from './take-positions.js';
import { enqueued, orderKey, rowOf, waitingColumns, type EnqueuedActivity } from './waiting-activity.js';

type Message = Received<ActivityToAnalyze>;

/**
 * Adds each activity of a batch to the queue of its first analyzer, once per id. A duplicate of an activity that waits, or
 * was dropped, ends as such. An activity whose channel has no analyzers any more is published as it came.
 *
 * @param analyzersOf the ids of the analyzers of an activity's channel
 * @returns the activities that are in queues now
 */
export async function enqueue(
  work: UnitOfWork,
  batch: Message[],
  analyzersOf: (activity: ActivityToAnalyze) => readonly string[],
): Promise<EnqueuedActivity[]> {
  const messages = await takePositions(work.client, batch);
  if (messages.length === 0) return [];
  const candidates: EnqueuedActivity[] = [];
  const direct: Message[] = [];
  for (const message of messages) {
    const [first] = analyzersOf(message.value);
    if (first === undefined) direct.push(message);
    else candidates.push(enqueued(message, first));
  }
  const added = candidates.length === 0 ? [] : await insertNew(work, candidates);
  const isAdded = new Set(added);
  const duplicates = candidates.filter((candidate) => !isAdded.has(candidate));
  work.atCommit(
    publishOutcomes([
      ...direct.map(({ value, traceparent }) => ({ value: toStore(value), traceparent })),
      ...duplicates.map(({ message: { value } }) => ({ value: withOutcome(value, 'duplicate') })),
    ]),
  );
  return added;
}

async function insertNew(work: UnitOfWork, candidates: EnqueuedActivity[]): Promise<EnqueuedActivity[]> {
  const { now, known, behind } = await pipeline(work.client, () => ({
    locked: work.client.query(countWaiting(candidates.map((one) => ({ ...one, change: 1 })))),
    now: readTime(work.client),
    known: findKnown(work.client, candidates),
    behind: findBehind(work.client, candidates),
  }));
  const added: EnqueuedActivity[] = [];
  for (const candidate of candidates) {
    if (known.has(idOf(candidate))) continue;
    known.add(idOf(candidate));
    added.push(candidate);
  }
  if (added.length < candidates.length) {
    const isAdded = new Set(added);
    const left = candidates.filter((candidate) => !isAdded.has(candidate));
    work.atCommit([countWaiting(left.map((one) => ({ ...one, change: -1 })))]);
  }
  const rows = added.map((activity) => {
    const key = orderKey(activity);
    const isFirst = !behind.has(key);
    behind.add(key);
    return rowOf(activity, acceptedAt(activity.message.value.received_ts, now), isFirst);
  });
  await insertRows(work, 'waiting_activities', waitingColumns, rows);
  return added;
}

/**
 * The acceptance by the clock of the database. Its age is the smaller one of two clocks: a process whose clock is wrong must
 * not let it expire.
 */
const acceptedAt = (received_ts: number, databaseNow: number) =>
  databaseNow - Math.max(0, Math.min(databaseNow - received_ts, Date.now() - received_ts));

async function readTime(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ now: number }>({
    name: 'read-time',
    text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  });
  return rows[0]?.now ?? Date.now();
}

const idOf = ({ message: { value } }: EnqueuedActivity) => `${value.datamart_id}/${value.activity_id.toLowerCase()}`;

/** Ids that wait already, or were dropped. */
async function findKnown(client: pg.ClientBase, candidates: EnqueuedActivity[]): Promise<Set<string>> {
  const { rows } = await client.query<{ datamart_id: string; activity_id: string }>({
    name: 'find-known',
    text: `
      with candidate as (select * from unnest($1::bigint[], $2::uuid[]) as candidate (datamart_id, activity_id))
      select datamart_id, activity_id from candidate join waiting_activities using (datamart_id, activity_id)
      union all
      select datamart_id, activity_id from candidate join dropped_activities using (datamart_id, activity_id)`,
    values: [
      plainArray(candidates.map(({ datamart_id }) => datamart_id)),
      plainArray(candidates.map(({ message }) => message.value.activity_id)),
    ],
  });
  return new Set(rows.map(({ datamart_id, activity_id }) => `${datamart_id}/${activity_id}`));
}

/** The order keys that have an activity in their queue. */
async function findBehind(client: pg.ClientBase, candidates: EnqueuedActivity[]): Promise<Set<string>> {
  const { rows } = await client.query<{ position: number }>({
    name: 'find-behind',
    text: `
      select position::int from unnest($1::bigint[], $2::uuid[], $3::text[]) with ordinality
        as candidate (analyzer_id, person_id, channel_id, position)
      where exists (
        select from waiting_activities waiting
        where waiting.person_id = candidate.person_id and waiting.analyzer_id = candidate.analyzer_id
          and waiting.channel_id = candidate.channel_id)`,
    values: [
      plainArray(candidates.map(({ analyzer_id }) => analyzer_id)),
      plainArray(candidates.map(({ person_id }) => person_id)),
      candidates.map(({ message }) => message.value.channel_id),
    ],
  });
  return new Set(rows.flatMap(({ position }) => orderKeyAt(candidates, position - 1)));
}

function orderKeyAt(candidates: EnqueuedActivity[], index: number): string[] {
  const candidate = candidates[index];
  return candidate ? [orderKey(candidate)] : [];
}
