import type { Topic } from '@tributary/contracts/topic';
import type { ClientBase } from 'pg';
import { groupBy } from './group-by.js';
import type { Outgoing } from './message.js';
import { isGatheringLane, promptLanes } from './outbox.js';
import type { Publisher } from './publisher.js';

/** Most rows, and most bytes of values, that are published at once. */
const maxRows = 500;
const maxBytes = (lane: number) => (isGatheringLane(lane) ? 4 : 1) * 1024 * 1024;

interface OutboxRow {
  id: string;
  topic: string;
  key: string;
  message_id: string;
  time: string | null;
  traceparent: string | null;
  payload: string | null;
}

/** A lane that is locked until the transaction ends; nobody else publishes its keys meanwhile. */
export interface ClaimedLane {
  lane: number;
  /** Whether other lanes hold messages too. */
  hasOthers: boolean;
}

export interface LaneOutcome {
  /** Whether the lane may hold more. */
  isFull: boolean;
  /** Why messages are still there. */
  failure: unknown;
}

/**
 * Locks the lane with the oldest message, one that gathers if there is no other, leaving out lanes that others have and
 * those of `except`.
 */
export async function claimLane(client: ClientBase, except: number[]): Promise<ClaimedLane | undefined> {
  const { rows } = await client.query<ClaimedLane>({
    name: 'outbox-claim-lane',
    text: `select lane, exists (
          select from outbox other where other.lane <> outbox_lane.lane and other.lane <> all($1::smallint[])
        ) as "hasOthers"
      from outbox_lane
      where lane <> all($1::smallint[]) and exists (select from outbox where outbox.lane = outbox_lane.lane)
      order by lane >= ${promptLanes}, (select min(id) from outbox where outbox.lane = outbox_lane.lane)
      limit 1 for update skip locked`,
    values: [except],
  });
  return rows[0];
}

/**
 * Publishes the head of a claimed lane in order, and deletes what was acknowledged. The rows are read by a statement of
 * their own, after the lock: in the same statement as the lock it could see rows that their last owner has deleted.
 */
export async function publishHead(
  client: ClientBase,
  lane: number,
  topics: ReadonlyMap<string, Topic<unknown>>,
  publisher: Publisher,
): Promise<LaneOutcome> {
  const rows = await readHead(client, lane);
  const groups = [...groupBy(rows, ({ topic }) => topic)];
  const outcomes = await Promise.allSettled(
    groups.map(([name, group]) => publishGroup(topics.get(name), group, publisher)),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  const published = groups.flatMap(([, group], index) => (outcomes[index]?.status === 'fulfilled' ? group : []));
  // By id, never by range: a row that was not visible yet may lie between two that were.
  await client.query({
    name: 'outbox-delete',
    text: 'delete from outbox where lane = $1 and id = any($2::bigint[])',
    values: [lane, published.map(({ id }) => id)],
  });
  return { isFull: isFull(lane, rows), failure: failed?.reason };
}

async function readHead(client: ClientBase, lane: number): Promise<OutboxRow[]> {
  const { rows } = await client.query<OutboxRow>({
    name: 'outbox-read-head',
    text: `select id, topic, key, message_id, time, traceparent, payload
      from (
        select *, sum(octet_length(payload)) over (order by id rows between unbounded preceding and 1 preceding) as before
        from (select * from outbox where lane = $1 order by id limit $2) head
      ) measured
      where coalesce(before, 0) < $3 order by id`,
    values: [lane, maxRows, maxBytes(lane)],
  });
  return rows;
}

async function publishGroup(topic: Topic<unknown> | undefined, rows: OutboxRow[], publisher: Publisher): Promise<void> {
  if (!topic) throw new Error(`the outbox holds messages of ${rows[0]?.topic}, a topic that this relay does not know`);
  await publisher.publish(topic, rows.map(toMessage), { isPatient: true });
}

function toMessage({ message_id: id, time, traceparent, key, payload }: OutboxRow): Outgoing<unknown> {
  const attributes = { id, ...(time && { time: Number(time) }), ...(traceparent && { traceparent }) };
  return payload === null ? { ...attributes, key, value: null } : { ...attributes, key, json: payload };
}

/** What came in meanwhile is notified anew. */
function isFull(lane: number, rows: OutboxRow[]): boolean {
  const bytes = rows.reduce((sum, { payload }) => sum + Buffer.byteLength(payload ?? ''), 0);
  return rows.length === maxRows || bytes >= maxBytes(lane);
}
