import { insertOutbox } from '@tributary/bus/outbox/outbox';
import { collections, type Collection, type CollectionsCounted } from '@tributary/contracts/tracking/user-point';
import { collectionsCounted } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { plainArray } from '@tributary/database/plain-array';
import type { Statement } from '@tributary/database/transaction';
import type pg from 'pg';
import { lockCounts } from './count-changes.js';

type Counts = Record<Collection, number>;

/**
 * Publishes the exact sizes, at one instant, of the collections of those datamarts that were not counted since
 * `countedBefore`. The cost depends on the changes since the last count, not on the sizes.
 */
export async function countCollections(
  client: pg.ClientBase,
  datamart_ids: string[],
  { countedBefore, now }: { countedBefore: number; now: number },
): Promise<void> {
  await lockCounts(client);
  const counts = await addUp(client, now);
  const due = await claimDue(client, datamart_ids, countedBefore, now);
  const messages = due.map((datamart_id): { id: string; value: CollectionsCounted } => ({
    id: uuid7(),
    value: { datamart_id, ts: now, counts: counts.get(datamart_id) ?? none() },
  }));
  await insertOutbox(client, collectionsCounted, messages);
}

/** Has a row while there are changes to add up, or a datamart that was not counted since `countedBefore`. */
export const dueCounts = (datamart_ids: string[], countedBefore: number): Statement => ({
  name: 'due-counts',
  text: `
    select where (select true from collection_changes limit 1) or exists (
      select from unnest($1::bigint[]) as due (datamart_id) where not exists (
        select from collection_countings counting
        where counting.datamart_id = due.datamart_id and counting.counting_ts >= $2))`,
  values: [plainArray(datamart_ids), countedBefore],
});

const none = () => Object.fromEntries(collections.map((collection) => [collection, 0])) as Counts;

/**
 * Adds the changes to the counts. One statement, so that all of it reads the same snapshot: every expired membership that it
 * subtracts has also been counted.
 */
async function addUp(client: pg.ClientBase, now: number): Promise<Map<string, Counts>> {
  const { rows } = await client.query<{ datamart_id: string; collection: Collection; count: string }>(
    `with changes as (delete from collection_changes returning *),
      sums as (select datamart_id, collection, day, sum(change)::bigint as count from changes group by 1, 2, 3),
      added as (
        insert into collection_counts select * from sums
        on conflict (datamart_id, collection, day) do update set count = collection_counts.count + excluded.count)
      select datamart_id, collection, sum(count) as count
      from (
        select datamart_id, collection, count from collection_counts
        union all select datamart_id, collection, count from sums
        union all select datamart_id, 'UserSegment', -1 from user_segments where expiration_ts <= $1) counted
      group by 1, 2`,
    [now],
  );
  const counts = new Map<string, Counts>();
  for (const { datamart_id, collection, count } of rows) {
    const own = counts.get(datamart_id) ?? none();
    own[collection] = Number(count);
    counts.set(datamart_id, own);
  }
  return counts;
}

/** Returns those of the datamarts that no process has counted since `countedBefore`. */
async function claimDue(
  client: pg.ClientBase,
  datamart_ids: string[],
  countedBefore: number,
  now: number,
): Promise<string[]> {
  const { rows } = await client.query<{ datamart_id: string }>(
    `insert into collection_countings as counting (datamart_id, counting_ts)
      select *, $2 from unnest($1::bigint[])
      on conflict (datamart_id) do update set counting_ts = excluded.counting_ts where counting.counting_ts < $3
      returning datamart_id`,
    [datamart_ids, now, countedBefore],
  );
  return rows.map(({ datamart_id }) => datamart_id);
}
