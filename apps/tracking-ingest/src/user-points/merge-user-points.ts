import { groupBy } from '@tributary/bus/group-by';
import { insertOutbox } from '@tributary/bus/outbox';
import { userPointsMerged } from '@tributary/contracts/topics';
import { uuid7 } from '@tributary/contracts/uuid';
import type pg from 'pg';
import { moveAttachedData } from './attached-data.js';
import { mergeColumns, type Merge } from './merge.js';

/** Two ids of 36 bytes each: far below what a broker takes. */
const mergesPerMessage = 2_000;

/**
 * Makes merged user points part of their survivors. Stored activities keep the point they were stored with: who reads
 * them follows `user_point_merges`, in one step, for earlier merges into the merged points follow to the survivor.
 * The transaction holds all the points for itself alone.
 */
export async function mergeUserPoints(client: pg.ClientBase, merges: Merge[], now: number): Promise<void> {
  if (merges.length === 0) return;
  await client.query({
    name: 'merge-user-points',
    text: `with merge as (
        select * from unnest($1::bigint[], $2::uuid[], $3::uuid[]) as merge (datamart_id, merged_id, survivor_id)),
      moved as (
        update user_identifiers i set user_point_id = merge.survivor_id from merge
        where (i.datamart_id, i.user_point_id) = (merge.datamart_id, merge.merged_id)),
      gone as (
        delete from user_points p using merge
        where (p.datamart_id, p.user_point_id) = (merge.datamart_id, merge.merged_id)),
      followed as (
        update user_point_merges earlier set survivor_id = merge.survivor_id from merge
        where (earlier.datamart_id, earlier.survivor_id) = (merge.datamart_id, merge.merged_id))
      insert into user_point_merges (datamart_id, merged_id, survivor_id, merge_ts)
      select datamart_id, merged_id, survivor_id, $4::bigint from merge`,
    values: [...mergeColumns(merges), now],
  });
  await moveAttachedData(client, merges);
  await insertOutbox(client, userPointsMerged, toMessages(merges));
}

function toMessages(merges: Merge[]) {
  return [...groupBy(merges, ({ datamart_id }) => datamart_id)].flatMap(([datamart_id, own]) =>
    Array.from({ length: Math.ceil(own.length / mergesPerMessage) }, (_, index) => ({
      id: uuid7(),
      value: {
        datamart_id,
        merges: own
          .slice(index * mergesPerMessage, (index + 1) * mergesPerMessage)
          .map(({ merged_id, survivor_id }) => ({ merged_id, survivor_id })),
      },
    })),
  );
}
