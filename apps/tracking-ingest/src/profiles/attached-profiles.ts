import type pg from 'pg';
import { countChanges } from '../collections/count-changes.js';
import type { Merge } from '../identity/merge.js';
import {
  profileKey,
  readProfiles,
  takePointsProfiles,
  takeProfiles,
  writeProfiles,
  type ProfileKey,
  type ProfileRow,
} from './profile-rows.js';
import { merge } from './lww-map.js';
import { fromStored, toStored } from './stored-profile.js';
import { growth } from './write-profiles.js';

/** An account that moves to another user point, or gets another name. */
export interface AccountMove extends ProfileKey {
  to: ProfileKey;
}

/** Merges the profiles of merged points into those of their survivors. */
export async function mergeProfiles(client: pg.ClientBase, merges: Merge[]): Promise<void> {
  const survivors = new Map(merges.map(({ merged_id, survivor_id }) => [merged_id, survivor_id]));
  const points = merges.map(({ datamart_id, merged_id }) => ({ datamart_id, user_point_id: merged_id }));
  const taken = await takePointsProfiles(client, points);
  await addProfiles(client, taken, (row) => ({
    ...row,
    user_point_id: survivors.get(row.user_point_id) ?? row.user_point_id,
  }));
}

/** Moves the profiles of accounts along with the accounts. */
export async function moveProfiles(client: pg.ClientBase, moves: AccountMove[]): Promise<void> {
  if (moves.length === 0) return;
  const targets = new Map(moves.map((move) => [profileKey(move), move.to]));
  const taken = await takeProfiles(client, moves);
  await addProfiles(client, taken, (row) => ({ ...row, ...targets.get(profileKey(row)) }));
}

/** Deletes the profiles of erased people, tombstones included. */
export async function eraseProfiles(
  client: pg.ClientBase,
  datamart_id: string,
  user_point_ids: string[],
): Promise<void> {
  const points = user_point_ids.map((user_point_id) => ({ datamart_id, user_point_id }));
  await countChanges(client, growth(await takePointsProfiles(client, points), new Map()));
}

/** Deletes the profiles of deleted accounts. */
export async function eraseAccounts(client: pg.ClientBase, accounts: ProfileKey[]): Promise<void> {
  await countChanges(client, growth(await takeProfiles(client, accounts), new Map()));
}

/** Merges rows that were taken from their user points with the rows of their new ones. */
async function addProfiles(
  client: pg.ClientBase,
  taken: ProfileRow[],
  target: (row: ProfileRow) => ProfileRow,
): Promise<void> {
  if (taken.length === 0) return;
  const moved = taken.map(target);
  const before = await readProfiles(client, moved);
  const after = new Map<string, ProfileRow>();
  for (const row of moved) {
    const key = profileKey(row);
    const present = after.get(key) ?? before.get(key);
    after.set(key, present ? mergedRow(present, row) : row);
  }
  await writeProfiles(client, [...after.values()]);
  await countChanges(client, growth([...taken, ...before.values()], after));
}

/** Where versions are equal, the profile modified last wins. */
function mergedRow(one: ProfileRow, other: ProfileRow): ProfileRow {
  const [older, newer] = Number(one.last_modified_ts) <= Number(other.last_modified_ts) ? [one, other] : [other, one];
  return {
    ...newer,
    ...toStored(merge(fromStored(older), fromStored(newer))),
    creation_ts: String(Math.min(Number(older.creation_ts), Number(newer.creation_ts))),
  };
}
