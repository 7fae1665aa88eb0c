import { insertOutbox } from '@tributary/bus/outbox/outbox';
import { userPointsMerged } from '@tributary/contracts/topics/topics';
import type { UserPointsMerged } from '@tributary/contracts/tracking/user-point';
import { uuid7 } from '@tributary/contracts/values/uuid';
import type pg from 'pg';
import { batchesOf } from '../batches-of.js';
import { mergeAttachedData } from './attached-data.js';
import { moveProfiles } from '../profiles/attached-profiles.js';
import type { MovedIdentifier } from '../identity/assignment.js';
import { mergeColumns, type Merge } from '../identity/merge.js';
import { linkColumns, linkedTo } from '../links/link-columns.js';

/** Two ids of 36 bytes each: far below the limit of a topic. */
const mergesPerMessage = 2_000;

/** Moves the profiles of accounts along, then merges (`mergeUserPoints`). */
export async function moveAndMerge(
  client: pg.ClientBase,
  { moved, merges }: { moved: MovedIdentifier[]; merges: Merge[] },
  now: number,
): Promise<void> {
  const moves = moved.flatMap(({ datamart_id, identifier, user_point_id, from_user_point_id }) => {
    if (identifier.type !== 'USER_ACCOUNT') return [];
    const account = { datamart_id, compartment_id: identifier.compartment_id, user_account_id: identifier.value };
    return [{ ...account, user_point_id: from_user_point_id, to: { ...account, user_point_id } }];
  });
  await moveProfiles(client, moves, now);
  await mergeUserPoints(client, merges, now);
}

/**
 * Merges user points into their survivors. Stored activities keep their point; reads of them follow `user_point_merges`. One
 * step suffices, as earlier merges into a merged point are redirected to the survivor. The transaction has locked the points.
 */
async function mergeUserPoints(client: pg.ClientBase, merges: Merge[], now: number): Promise<void> {
  if (merges.length === 0) return;
  await client.query({
    name: 'merge-user-points',
    text: `with merge as (
        select * from unnest($1::bigint[], $2::uuid[], $3::uuid[], $5::smallint[], $6::uuid[], $7::uuid[], $8::uuid[])
          as merge (datamart_id, merged_id, survivor_id, link_cause, link_id, linked_from, linked_to)),
      moved as (
        update user_identifiers i set user_point_id = merge.survivor_id from merge
        where (i.datamart_id, i.user_point_id) = (merge.datamart_id, merge.merged_id)),
      deleted as (
        delete from user_points p using merge
        where (p.datamart_id, p.user_point_id) = (merge.datamart_id, merge.merged_id)),
      redirected as (
        update user_point_merges earlier set survivor_id = merge.survivor_id from merge
        where (earlier.datamart_id, earlier.survivor_id) = (merge.datamart_id, merge.merged_id))
      insert into user_point_merges
        (datamart_id, merged_id, survivor_id, merge_ts, link_cause, link_id, linked_from, linked_to)
      select datamart_id, merged_id, survivor_id, $4::bigint, link_cause, link_id, linked_from, linked_to from merge`,
    values: [...mergeColumns(merges), now, ...linkColumns(merges), linkedTo(merges)],
  });
  await mergeAttachedData(client, merges, now);
  const messages = toMergedMessages(merges).map((value) => ({ id: uuid7(), value }));
  await insertOutbox(client, userPointsMerged, messages);
}

/** Messages of one datamart each. */
export const toMergedMessages = (merges: Merge[]): UserPointsMerged[] =>
  batchesOf(merges, { key: ({ datamart_id }) => datamart_id, maxItems: mergesPerMessage }).map(
    ({ key: datamart_id, items }) => ({
      datamart_id,
      merges: items.map(({ merged_id, survivor_id }) => ({ merged_id, survivor_id })),
    }),
  );
