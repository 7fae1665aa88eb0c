import type { Received } from '@tributary/bus/message';
import type { ActivityReceived } from '@tributary/contracts/activity';
import { atOnce } from '@tributary/database/at-once';
import type { SendLast, Statement } from '@tributary/database/transaction';
import type pg from 'pg';
import { countFates, fatesOf, type Fate, type HourCounts, type Storing } from './count-fates.js';

type Message = Received<ActivityReceived>;

/** A message of which it is known what became of it. */
interface Fated {
  message: Message;
  fate: Fate;
}

/**
 * Counts what became of a batch, in the transaction that stores it. On Kafka the batch is of one partition, in order,
 * and each of its messages is counted once, however often it comes.
 */
export async function countBatch(
  client: pg.ClientBase,
  messages: Message[],
  storing: Storing,
  last: SendLast,
): Promise<void> {
  if (messages.length === 0) return;
  const fates = fatesOf(
    messages.map(({ value }) => value),
    storing,
  );
  const fated = messages.map((message, index) => ({ message, fate: fates[index] ?? 'stored' }));
  const partition = messages[0]?.position?.partition;
  if (partition === undefined) return last([addUnplaced(countsOf(fated))]);
  const [isCounted] = await atOnce(client, () => [addPlaced(client, partition, fated)]);
  if (!isCounted) await addRest(client, partition, fated);
}

const countsOf = (fated: Fated[]): HourCounts[] =>
  countFates(
    fated.map(({ message }) => message.value),
    fated.map(({ fate }) => fate),
  );

const addCounts = `
  insert into activity_counts as counts (hour_ts, datamart_id, partition, stored, duplicate, erased)
  select hour_ts, datamart_id, place.partition, stored, duplicate, erased
  from place, unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
    as cell (hour_ts, datamart_id, stored, duplicate, erased)
  on conflict (hour_ts, datamart_id, partition) do update set
    stored = counts.stored + excluded.stored,
    duplicate = counts.duplicate + excluded.duplicate,
    erased = counts.erased + excluded.erased`;

/** The topic may have been made anew and count from 0 again: what is newer than all that was counted was not. */
const addCountsOfPartition = `
  with place as (
    insert into counted_partitions as counted (partition, next_offset, newest_ts) values ($6, $8::bigint + 1, $9)
    on conflict (partition) do update
      set next_offset = excluded.next_offset, newest_ts = greatest(counted.newest_ts, excluded.newest_ts)
      where counted.next_offset <= $7 or counted.newest_ts < $10
    returning partition)
  ${addCounts}`;

/** Some rows of their own, so that batches that are at work at once seldom wait for each other. */
const addCountsWithoutPlace = `with place as (select -1 - pg_backend_pid() % 8 as partition) ${addCounts}`;

const columnsOf = (counts: HourCounts[]) => [
  counts.map(({ hour_ts }) => hour_ts),
  counts.map(({ datamart_id }) => datamart_id),
  counts.map(({ stored }) => stored),
  counts.map(({ duplicate }) => duplicate),
  counts.map(({ erased }) => erased),
];

const addUnplaced = (counts: HourCounts[]): Statement => ({
  name: 'count-batch',
  text: addCountsWithoutPlace,
  values: columnsOf(counts),
});

/** False, and nothing is counted, when some of the messages were counted before. */
async function addPlaced(client: pg.ClientBase, partition: number, fated: Fated[]): Promise<boolean> {
  const offsets = fated.map(({ message }) => offsetOf(message));
  const times = fated.map(({ message }) => message.value.received_ts);
  const { rowCount } = await client.query({
    name: 'count-batch-of-partition',
    text: addCountsOfPartition,
    values: [
      ...columnsOf(countsOf(fated)),
      ...[partition, offsets[0], offsets.at(-1), Math.max(...times), Math.min(...times)],
    ],
  });
  return rowCount !== 0;
}

/** After a crash between COMMIT and offset the batch may be cut otherwise: what is new of it is counted. */
async function addRest(client: pg.ClientBase, partition: number, fated: Fated[]): Promise<void> {
  const { rows } = await client.query<{ next_offset: string }>(
    'select next_offset from counted_partitions where partition = $1',
    [partition],
  );
  const next = BigInt(rows[0]?.next_offset ?? 0);
  const rest = fated.filter(({ message }) => offsetOf(message) >= next);
  if (rest.length > 0) await addPlaced(client, partition, rest);
}

const offsetOf = ({ position }: Message) => position?.offset ?? 0n;
