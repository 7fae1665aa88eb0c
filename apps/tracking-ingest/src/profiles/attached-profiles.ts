import type pg from 'pg';
import { countChanges } from '../collections/count-changes.js';
import type { Merge } from '../identity/merge.js';
import { profileKey, type ProfileKey } from './profile-key.js';
import { takePointsProfiles, takeProfiles, type ProfileRow } from './profile-rows.js';
import { readSections } from './profile-section.js';
import { storeProfiles, type ChangedProfile } from './store-profiles.js';
import { merge } from './lww-map.js';
import { leaveOutOldest } from './leave-out-oldest.js';
import { profileLosses } from './profile-losses.js';
import { profileLimits, sizeOf } from './profile-size.js';
import { fromStored } from './stored-profile.js';
import { growth } from './write-profiles.js';

/** An account that moves to another user point, or gets another name. */
interface AccountMove extends ProfileKey {
  to: ProfileKey;
}

/** Merges the profiles of merged points into those of their survivors. */
export async function mergeProfiles(client: pg.ClientBase, merges: Merge[], now: number): Promise<void> {
  const survivors = new Map(merges.map(({ merged_id, survivor_id }) => [merged_id, survivor_id]));
  const points = merges.map(({ datamart_id, merged_id }) => ({ datamart_id, user_point_id: merged_id }));
  const taken = await takePointsProfiles(client, points);
  await addProfiles(client, taken, now, (row) => ({
    ...row,
    user_point_id: survivors.get(row.user_point_id) ?? row.user_point_id,
  }));
}

/** Moves the profiles of accounts along with the accounts. */
export async function moveProfiles(client: pg.ClientBase, moves: AccountMove[], now: number): Promise<void> {
  if (moves.length === 0) return;
  const targets = new Map(moves.map((move) => [profileKey(move), move.to]));
  const taken = await takeProfiles(client, moves);
  await addProfiles(client, taken, now, (row) => ({ ...row, ...targets.get(profileKey(row)) }));
}

/** Deletes the profiles of erased people, tombstones included. */
export async function eraseProfiles(
  client: pg.ClientBase,
  datamart_id: string,
  user_point_ids: string[],
): Promise<void> {
  const points = user_point_ids.map((user_point_id) => ({ datamart_id, user_point_id }));
  await countChanges(client, growth(await takePointsProfiles(client, points), []));
}

/** Deletes the profiles of deleted accounts. */
export async function eraseAccounts(client: pg.ClientBase, accounts: ProfileKey[]): Promise<void> {
  await countChanges(client, growth(await takeProfiles(client, accounts), []));
}

/** Merges profiles that were taken from their user points with those of their new ones. */
async function addProfiles(
  client: pg.ClientBase,
  taken: ProfileRow[],
  now: number,
  target: (row: ProfileRow) => ProfileRow,
): Promise<void> {
  if (taken.length === 0) return;
  const moved = Map.groupBy(taken.map(target), profileKey);
  const keys = [...moved.values()].flatMap(([first]) => first ?? []);
  const sections = await readSections(client, keys, () => 'all');
  const changed = [...sections].flatMap(([key, section]): ChangedProfile[] => {
    const { row, stored } = section;
    const profiles = [...(row && stored ? [{ ...row, ...stored }] : []), ...(moved.get(key) ?? [])];
    const [first, ...others] = profiles;
    return first ? [{ row: others.reduce(mergedRow, first), section }] : [];
  });
  const rows = await storeProfiles(client, changed, now);
  const before = changed.flatMap(({ section }) => section.row ?? []);
  await countChanges(client, growth([...taken, ...before], rows));
}

/** Where versions are equal, the profile modified last wins. It is as large as may be, or as the larger of the two was. */
function mergedRow(one: ProfileRow, other: ProfileRow): ProfileRow {
  const [older, newer] = Number(one.last_modified_ts) <= Number(other.last_modified_ts) ? [one, other] : [other, one];
  const [size, otherSize] = [sizeOf(older), sizeOf(newer)];
  const { stored, leftOut } = leaveOutOldest(merge(fromStored(older), fromStored(newer)), {
    properties: Math.max(profileLimits.properties, size.properties, otherSize.properties),
    versions: Math.max(profileLimits.versions, size.versions, otherSize.versions),
  });
  profileLosses.leftOutProperties += leftOut;
  return { ...newer, ...stored, creation_ts: String(Math.min(Number(older.creation_ts), Number(newer.creation_ts))) };
}
