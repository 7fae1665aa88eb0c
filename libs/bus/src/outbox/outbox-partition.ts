import type { Topic } from '@tributary/contracts/topics/topic';
import { pipeline } from '@tributary/database/pipeline';
import type { UnitOfWork } from '@tributary/database/transaction';
import type { ClientBase } from 'pg';
import type { Outgoing } from '../messages/message.js';
import { isLingeringPartition, immediatePartitions } from './outbox.js';
import type { Publisher } from '../publishing/publisher.js';

/** The most rows, and bytes of values, of one publish call. */
const maxRows = 500;
const maxBytes = (partition: number) => (isLingeringPartition(partition) ? 4 : 1) * 1024 * 1024;

interface OutboxRow {
  id: string;
  topic: string;
  key: string;
  message_id: string;
  time: string | null;
  traceparent: string | null;
  payload: string | null;
  timeline: string;
}

/** A partition that is locked until the transaction ends: no other relay publishes its keys meanwhile. */
export interface ClaimedPartition {
  partition: number;
  /** Whether other partitions hold messages, too. */
  hasOthers: boolean;
}

export interface PublishOutcome {
  /** Whether the partition may hold more. */
  isFull: boolean;
  /** Why messages could not be published; undefined when all were. */
  failure: unknown;
}

/**
 * Locks the partition with the oldest message; lingering partitions come last. Skips partitions that are locked, and
 * those in `except`. It must be the first statement of the transaction: BEGIN shares its round trip.
 */
export async function claimPartition(client: ClientBase, except: number[]): Promise<ClaimedPartition | undefined> {
  const { claimed } = await pipeline(client, () => ({ claimed: queryPartition(client, except) }));
  return claimed.rows[0];
}

const queryPartition = (client: ClientBase, except: number[]) =>
  client.query<ClaimedPartition>({
    name: 'outbox-claim-partition',
    // Not `exists (select from outbox …)`: without statistics that is planned over the whole backlog.
    text: `select partition, exists (
          select from outbox_partition other
          where other.partition <> outbox_partition.partition and other.partition <> all($1::smallint[])
            and (select min(id) from outbox where outbox.partition = other.partition) is not null
        ) as "hasOthers"
      from outbox_partition
      where partition <> all($1::smallint[])
        and (select min(id) from outbox where outbox.partition = outbox_partition.partition) is not null
      order by partition >= ${immediatePartitions}, (select min(id) from outbox where outbox.partition = outbox_partition.partition)
      limit 1 for update skip locked`,
    values: [except],
  });

/**
 * Publishes the head of a claimed partition in order, and deletes what was acknowledged. A second
 * statement reads the rows: the one that takes the lock may still see rows that the previous owner has deleted.
 */
export async function publishNextBatch(
  { client, atCommit }: UnitOfWork,
  partition: number,
  topics: ReadonlyMap<string, Topic<unknown>>,
  publisher: Publisher,
): Promise<PublishOutcome> {
  const rows = await readNextBatch(client, partition);
  const groups = [...Map.groupBy(rows, ({ topic }) => topic)];
  const outcomes = await Promise.allSettled(
    groups.map(([name, group]) => publishGroup(topics.get(name), group, publisher)),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  const published = groups.flatMap(([, group], index) => (outcomes[index]?.status === 'fulfilled' ? group : []));
  // By id, never by range: between two visible rows there may be one that is not committed yet.
  atCommit([
    {
      name: 'outbox-delete',
      text: 'delete from outbox where partition = $1 and id = any($2::bigint[])',
      values: [partition, published.map(({ id }) => id)],
    },
  ]);
  return { isFull: isFull(partition, rows), failure: failed?.reason };
}

async function readNextBatch(client: ClientBase, partition: number): Promise<OutboxRow[]> {
  const { rows } = await client.query<OutboxRow>({
    name: 'outbox-read-next-batch',
    text: `select id, topic, key, message_id, time, traceparent, payload, (select timeline from outbox_timeline) as timeline
      from (
        select *, sum(octet_length(payload)) over (order by id rows between unbounded preceding and 1 preceding) as before
        from (select * from outbox where partition = $1 order by id limit $2) head
      ) measured
      where coalesce(before, 0) < $3 order by id`,
    values: [partition, maxRows, maxBytes(partition)],
  });
  return rows;
}

async function publishGroup(topic: Topic<unknown> | undefined, rows: OutboxRow[], publisher: Publisher): Promise<void> {
  if (!topic) throw new Error(`the outbox holds messages of ${rows[0]?.topic}, which is not a topic of this relay`);
  await publisher.publish(topic, rows.map(toMessage), { background: true });
}

function toMessage({ message_id: id, time, traceparent, timeline, key, payload }: OutboxRow): Outgoing<unknown> {
  const attributes = {
    id,
    ...(time && { time: Number(time) }),
    ...(traceparent && { traceparent }),
    ...(timeline !== '0' && { timeline: Number(timeline) }),
  };
  return payload === null ? { ...attributes, key, value: null } : { ...attributes, key, json: payload };
}

/** Whether more rows may be left. Rows that were added meanwhile have their own notification. */
function isFull(partition: number, rows: OutboxRow[]): boolean {
  const bytes = rows.reduce((sum, { payload }) => sum + Buffer.byteLength(payload ?? ''), 0);
  return rows.length === maxRows || bytes >= maxBytes(partition);
}
