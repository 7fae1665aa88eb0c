import type pg from 'pg';
import type { Merge } from '../identity/merge.js';
import { countMemberships } from './count-memberships.js';
import { mergeMemberships } from './merge-memberships.js';
import {
  membershipKey,
  putMemberships,
  readMemberships,
  takeMemberships,
  takePointsMemberships,
  type Changed,
  type MembershipRow,
  type SegmentKey,
} from './membership-rows.js';
import { publishChanges } from './publish-changes.js';

export interface SegmentWrite extends SegmentKey {
  /** Epoch milliseconds; null: never. */
  expiration_ts: number | null;
  /** JSON text of any value. */
  data_bag?: string;
}

/**
 * Upserts memberships; of several writes of one the last wins. The user points are locked: the caller has resolved them
 * with `writesData`, or locked them.
 */
export async function writeSegments(client: pg.ClientBase, writes: SegmentWrite[], now: number): Promise<void> {
  if (writes.length === 0) return;
  const last = new Map(writes.map((write) => [membershipKey(write), write]));
  const rows = Array.from(last.values(), (write) => toRow(write, String(now)));
  await record(client, await putMemberships(client, rows, now));
}

function toRow(write: SegmentWrite, now: string): MembershipRow {
  return {
    datamart_id: write.datamart_id,
    user_point_id: write.user_point_id,
    segment_id: write.segment_id,
    data_bag: write.data_bag ?? null,
    creation_ts: now,
    last_modified_ts: now,
    expiration_ts: write.expiration_ts === null ? null : String(write.expiration_ts),
    write_version: null,
  };
}

/** Deletes memberships; unknown ones are skipped. The user points are locked, as above. */
export async function deleteSegments(client: pg.ClientBase, keys: SegmentKey[]): Promise<void> {
  if (keys.length === 0) return;
  await record(client, await takeMemberships(client, keys));
}

/**
 * Merges the memberships of merged points into those of their survivors; of two the one modified last wins. Dead and expired
 * ones end.
 */
export async function mergeSegments(client: pg.ClientBase, merges: Merge[], now: number): Promise<void> {
  const survivors = new Map(merges.map(({ merged_id, survivor_id }) => [merged_id, survivor_id]));
  const points = merges.map(({ datamart_id, merged_id }) => ({ datamart_id, user_point_id: merged_id }));
  const { memberships, ...taken } = await takePointsMemberships(client, points);
  if (memberships.length === 0) return record(client, taken);
  const moved = memberships.map((row) => ({
    ...row,
    user_point_id: survivors.get(row.user_point_id) ?? row.user_point_id,
  }));
  const merged = mergeMemberships([...(await readMemberships(client, moved)), ...moved], now);
  const put = await putMemberships(client, merged, now);
  await record(client, { changes: [...taken.changes, ...put.changes], growth: [...taken.growth, ...put.growth] });
}

/** Deletes the memberships of erased people. Reports delete theirs with the people. */
export async function eraseSegments(
  client: pg.ClientBase,
  datamart_id: string,
  user_point_ids: string[],
): Promise<void> {
  const points = user_point_ids.map((user_point_id) => ({ datamart_id, user_point_id }));
  await countMemberships(client, (await takePointsMemberships(client, points)).growth);
}

async function record(client: pg.ClientBase, { changes, growth }: Changed): Promise<void> {
  if (changes.length === 0) return;
  await countMemberships(client, growth);
  await publishChanges(client, changes);
}
