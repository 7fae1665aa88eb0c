import type { Received } from '@tributary/bus/messages/message';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { pipeline } from '@tributary/database/pipeline';
import { notAhead } from '@tributary/database/sql-expressions';
import { columnsOf } from '@tributary/database/plain-array';
import type { Statement, UnitOfWork } from '@tributary/database/transaction';
import type pg from 'pg';
import {
  activityOutcomes,
  classifyOutcomes,
  countOutcomes,
  type ClassifiedMessage,
  type HourCounts,
  type StoreResult,
} from './count-outcomes.js';

type Message = Received<ActivityReceived>;

/**
 * Counts the outcomes of a batch in the transaction that stores it. Of each partition of Kafka, the messages are in order.
 * Each message is counted once, however often it is delivered. Returns the counts of the batch, redelivered messages included.
 */
export async function countBatch(
  { client, atCommit }: UnitOfWork,
  messages: Message[],
  result: StoreResult,
): Promise<HourCounts[]> {
  if (messages.length === 0) return [];
  const classified = await withoutRepeatedDuplicates(client, classifyOutcomes(messages, result));
  if (messages[0]?.bundlePosition === undefined) {
    const counts = countOutcomes(classified);
    atCommit([addWithoutPartition(counts)]);
    return counts;
  }
  // In one order, so that no two transactions wait for each other.
  const partitions = [...Map.groupBy(classified, ({ message }) => message.bundlePosition?.partition ?? 0)].sort(
    ([a], [b]) => a - b,
  );
  const counts = partitions.map(([, own]) => countOutcomes(own));
  const isCounted = await pipeline(client, () =>
    partitions.map(([partition, own], index) => addOfPartition(client, partition, own, counts[index])),
  );
  for (const [index, [partition, own]] of partitions.entries())
    if (!isCounted[index]) await addUncounted(client, partition, own);
  return counts.flat();
}

/**
 * The receipt of an activity knows the end of its first analysis. The end of another one, which is a duplicate, gets a receipt
 * of its own, by the id of the analysis: the outbox of activity-analysis may publish it twice.
 */
async function withoutRepeatedDuplicates(
  client: pg.ClientBase,
  classified: ClassifiedMessage<Message>[],
): Promise<ClassifiedMessage<Message>[]> {
  const ends = classified.flatMap((one) => endOfDuplicate(one) ?? []);
  if (ends.length === 0) return classified;
  const { rows } = await client.query<{ datamart_id: string; activity_id: string }>({
    name: 'claim-ends-of-duplicates',
    text: `
      insert into activity_receipts (datamart_id, activity_id, stored_ts)
      select datamart_id, analysis_id, $3::bigint
      from unnest($1::bigint[], $2::uuid[]) as ended (datamart_id, analysis_id) order by 1, 2
      on conflict do nothing returning datamart_id, activity_id`,
    values: [ends.map(({ datamart_id }) => datamart_id), ends.map(({ analysis_id }) => analysis_id), Date.now()],
  });
  const claimed = new Set(rows.map(({ datamart_id, activity_id }) => `${datamart_id}/${activity_id}`));
  return classified.map((one) => {
    const end = endOfDuplicate(one);
    const isRepeated = end !== undefined && !claimed.delete(`${end.datamart_id}/${end.analysis_id.toLowerCase()}`);
    return isRepeated ? { ...one, outcome: 'repeated' } : one;
  });
}

function endOfDuplicate({ message: { value }, outcome }: ClassifiedMessage<Message>) {
  const { datamart_id, analysis_id } = value;
  return outcome === 'duplicate' && analysis_id !== undefined ? { datamart_id, analysis_id } : undefined;
}

const outcomeColumns = activityOutcomes.join(', ');

const addCounts = `
  insert into activity_counts as counts (datamart_id, hour_ts, partition, ${outcomeColumns})
  select datamart_id, hour_ts, target.partition, ${outcomeColumns}
  from target, unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
      $8::bigint[]) as added (datamart_id, hour_ts, ${outcomeColumns})
  on conflict (datamart_id, hour_ts, partition) do update set
    ${activityOutcomes.map((outcome) => `${outcome} = counts.${outcome} + excluded.${outcome}`).join(', ')}`;

/** A recreated topic starts at offset 0 again. Messages that are newer than all counted ones have not been counted. */
const addCountsOfPartition = `
  with target as (
    insert into counted_partitions as counted (partition, next_offset, next_part, newest_ts)
      values ($9, $12, $13, ${notAhead('$14')})
    on conflict (partition) do update set
      next_offset = excluded.next_offset,
      next_part = excluded.next_part,
      newest_ts = greatest(counted.newest_ts, excluded.newest_ts)
      where (counted.next_offset, counted.next_part) <= ($10::bigint, $11::integer) or counted.newest_ts < $15
    returning partition)
  ${addCounts}`;

/** Several rows, so that concurrent batches seldom wait for each other. */
const addCountsWithoutPartition = `with target as (select -1 - pg_backend_pid() % 8 as partition) ${addCounts}`;

const hourColumns = (counts: HourCounts[]) => [
  ...columnsOf(counts, 'datamart_id', 'hour_ts'),
  ...activityOutcomes.map((outcome) => counts.map((count) => count[outcome])),
];

const addWithoutPartition = (counts: HourCounts[]): Statement => ({
  name: 'count-batch',
  text: addCountsWithoutPartition,
  values: hourColumns(counts),
});

/** Returns false, and counts nothing, if some of the messages were counted before. */
async function addOfPartition(
  client: pg.ClientBase,
  partition: number,
  classified: ClassifiedMessage<Message>[],
  counts = countOutcomes(classified),
): Promise<boolean> {
  const times = classified.map(({ message }) => message.value.received_ts);
  const { rowCount } = await client.query({
    name: 'count-batch-of-partition',
    text: addCountsOfPartition,
    values: [
      ...hourColumns(counts),
      partition,
      ...firstOf(classified[0]?.message),
      ...nextOf(classified.at(-1)?.message),
      Math.max(...times),
      Math.min(...times),
    ],
  });
  return rowCount !== 0;
}

/** After a crash between COMMIT and the offset commit, batches may be cut differently. Only their new messages are counted. */
async function addUncounted(
  client: pg.ClientBase,
  partition: number,
  classified: ClassifiedMessage<Message>[],
): Promise<void> {
  const { rows } = await client.query<{ next_offset: string; next_part: number }>(
    'select next_offset, next_part from counted_partitions where partition = $1',
    [partition],
  );
  const [{ next_offset, next_part } = { next_offset: '0', next_part: 0 }] = rows;
  const isUncounted = ([offset, part]: PositionKey) =>
    offset === BigInt(next_offset) ? part >= next_part : offset > BigInt(next_offset);
  const uncounted = classified.filter(({ message }) => isUncounted(firstOf(message)));
  if (uncounted.length > 0) await addOfPartition(client, partition, uncounted);
}

/** An offset, and the part of a bundle, compared in this order. */
type PositionKey = [offset: bigint, part: number];

const firstOf = (message?: Message): PositionKey => [
  message?.bundlePosition?.offset ?? 0n,
  message?.bundlePosition?.part ?? 0,
];

/** Behind a message. */
function nextOf(message?: Message): PositionKey {
  const [offset, part] = firstOf(message);
  return message?.bundlePosition?.part === undefined ? [offset + 1n, 0] : [offset, part + 1];
}
