import type { Received } from '@tributary/bus/messages/message';
import { unavailable } from '@tributary/contracts/errors';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { insertRows } from '@tributary/database/insert-rows';
import { pipeline } from '@tributary/database/pipeline';
import { plainArray, plainColumns } from '@tributary/database/plain-array';
import type { UnitOfWork } from '@tributary/database/transaction';
import type pg from 'pg';
import { BacklogShares } from '../backlog/backlog-shares.js';
import { lockBacklog, readBacklog } from '../backlog/read-backlog.js';
import { countWaiting } from '../queue/count-waiting.js';
import { publishOutcomes, toStore, withOutcome } from '../queue/publish-outcomes.js';
import { takePositions } from './take-positions.js';
import { enqueued, idOf, orderKey, rowOf, waitingColumns, type EnqueuedActivity } from './waiting-activity.js';

type Message = Received<ActivityToAnalyze>;

export interface IntakeRules {
  /** The ids of the analyzers of an activity's channel. */
  analyzersOf: (activity: ActivityToAnalyze) => readonly string[];
  organisationOf: (datamart_id: string) => string;
  /** Places of activities that wait, which organisations share. */
  backlog: number;
  /** No other organisation sends activities: the batch may wait until fewer wait, and all of it has places then. */
  mayPause: boolean;
  /** No other transaction adds activities meanwhile. Default: only if many wait. */
  isAlone?: boolean;
}

/** Others have filled half of the backlog while the transaction waited for its lock. It has to run alone. */
export class BacklogFilled extends Error {}

export interface Intake {
  /** The activities that are in queues now. */
  added: EnqueuedActivity[];
  /** New activities for which their organisation had no place, with their duplicates. The caller ends or refuses them. */
  exceeding: EnqueuedActivity[];
}

/**
 * Adds each activity of a batch to the queue of its first analyzer, once per id, as long as its organisation may have more
 * that wait. A duplicate of an activity that waits, or was dropped, ends as such. An activity whose channel has no analyzers
 * any more is published as it came.
 */
export async function enqueue(work: UnitOfWork, batch: Message[], rules: IntakeRules): Promise<Intake> {
  const messages = await takePositions(work.client, batch);
  const candidates: EnqueuedActivity[] = [];
  const direct: Message[] = [];
  for (const message of messages) {
    const [first] = rules.analyzersOf(message.value);
    if (first === undefined) direct.push(message);
    else candidates.push(enqueued(message, first));
  }
  const intake = candidates.length === 0 ? nothing : await insertNew(work, candidates, rules);
  const isNew = new Set([...intake.added, ...intake.exceeding]);
  const duplicates = candidates.filter((candidate) => !isNew.has(candidate));
  work.atCommit(
    publishOutcomes([
      ...direct.map(({ value, traceparent }) => ({ value: toStore(value), traceparent })),
      ...duplicates.map(({ message: { value } }) => ({ value: withOutcome(value, 'duplicate') })),
    ]),
  );
  return intake;
}

const nothing: Intake = { added: [], exceeding: [] };

async function insertNew(
  work: UnitOfWork,
  candidates: EnqueuedActivity[],
  { backlog, organisationOf, mayPause, isAlone = false }: IntakeRules,
): Promise<Intake> {
  const {
    isAlone: wasAlone,
    use,
    now,
    known,
    behind,
  } = await pipeline(work.client, () => ({
    // Before the queues: who waits for this lock must hold none that another transaction needs to end.
    isAlone: lockBacklog(work.client, { more: candidates.length, total: backlog, isAlone }),
    use: readBacklog(work.client, organisationOf),
    locked: work.client.query(countWaiting(candidates.map((one) => ({ ...one, change: 1 })))),
    now: readTime(work.client),
    known: findKnown(work.client, candidates),
    behind: findBehind(work.client, candidates),
  }));
  const shares = new BacklogShares(backlog, use);
  if (!wasAlone && shares.waiting + candidates.length > backlog / 2) throw new BacklogFilled();
  if (mayPause && shares.isFull) throw unavailable(`${backlog} activities wait for analyzers already`);
  const added: EnqueuedActivity[] = [];
  const exceeding: EnqueuedActivity[] = [];
  const refused = new Set<string>();
  for (const candidate of candidates) {
    const id = idOf(candidate);
    if (known.has(id)) continue;
    if (mayPause || (!refused.has(id) && shares.take(organisationOf(candidate.datamart_id)))) {
      known.add(id);
      added.push(candidate);
    } else {
      // A duplicate of an activity that is not taken must not be acknowledged as one.
      refused.add(id);
      exceeding.push(candidate);
    }
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
  return { added, exceeding };
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
      ...plainColumns(candidates, 'analyzer_id', 'person_id'),
      candidates.map(({ message }) => message.value.channel_id),
    ],
  });
  return new Set(rows.flatMap(({ position }) => orderKeyAt(candidates, position - 1)));
}

function orderKeyAt(candidates: EnqueuedActivity[], index: number): string[] {
  const candidate = candidates[index];
  return candidate ? [orderKey(candidate)] : [];
}
