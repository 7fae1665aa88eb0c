import type pg from 'pg';
import { countChanges, type CollectionChange } from '../collections/count-changes.js';
import { lockAttachedData } from '../identity/lock-attached-data.js';
import { profileKey, readProfiles, writeProfiles, type ProfileKey, type ProfileRow } from './profile-rows.js';
import { applyUpdates, maxProfileLength } from './apply-updates.js';
import { fromStored, toStored, type StoredProfile } from './stored-profile.js';
import { deleteProfile, type ProfileUpdate } from './update-profile.js';

export interface ProfileWrite extends ProfileKey {
  update: ProfileUpdate;
}

export interface ProfileDeletion extends ProfileKey {
  /** Deletes everything written by then, late writes included. Epoch milliseconds. */
  ts: number;
}

export const profileTooLong = `the profile, with the times of its properties, would exceed ${maxProfileLength} characters`;

/**
 * Applies writes in the order given. Returns for each write its profile after all of them; undefined for a write that is
 * skipped because the profile would be too long. The caller has locked the user points.
 */
export async function upsertProfiles(
  client: pg.ClientBase,
  writes: ProfileWrite[],
  now: number,
): Promise<(ProfileRow | undefined)[]> {
  const rows = new Map<ProfileWrite, ProfileRow>();
  await change(client, writes, (current, ofProfile) => {
    const { stored, isApplied } = applyUpdates(
      current,
      ofProfile.map(({ update }) => update),
    );
    const row = stored && changedRow(ofProfile[0], stored, current, now);
    if (row) for (const [index, write] of ofProfile.entries()) if (isApplied[index]) rows.set(write, row);
    return row;
  });
  return writes.map((write) => rows.get(write));
}

/** Deletes profiles. Where there is none, the tombstone keeps older writes from creating it. The caller has locked the points. */
export async function deleteProfiles(client: pg.ClientBase, deletions: ProfileDeletion[], now: number): Promise<void> {
  await change(client, deletions, (current, ofProfile) => {
    const before = current ? fromStored(current) : {};
    const state = ofProfile.reduce((rest, { ts }) => deleteProfile(rest, ts, now), before);
    return changedRow(ofProfile[0], toStored(state), current, now);
  });
}

/** Replaces each profile by the row that `next` makes of it and its changes, unless it makes none. */
async function change<Key extends ProfileKey>(
  client: pg.ClientBase,
  changes: Key[],
  next: (current: ProfileRow | undefined, changes: [Key, ...Key[]]) => ProfileRow | undefined,
): Promise<void> {
  if (changes.length === 0) return;
  await lockAttachedData(client, changes);
  const before = await readProfiles(client, changes);
  const after = new Map<string, ProfileRow>();
  for (const [key, [first, ...others]] of Map.groupBy(changes, profileKey)) {
    const row = first && next(before.get(key), [first, ...others]);
    if (row) after.set(key, row);
  }
  await writeProfiles(client, [...after.values()]);
  await countChanges(client, growth(before.values(), after));
}

const changedRow = (
  { datamart_id, user_point_id, compartment_id, user_account_id }: ProfileKey,
  stored: StoredProfile,
  current: ProfileRow | undefined,
  now: number,
): ProfileRow => ({
  datamart_id,
  user_point_id,
  compartment_id,
  user_account_id,
  ...stored,
  creation_ts: current?.creation_ts ?? String(now),
  last_modified_ts: String(now),
});

/** The change of the collections when rows replace others. */
export function growth(before: Iterable<ProfileRow>, after: ReadonlyMap<string, ProfileRow>): CollectionChange[] {
  const counted = (rows: Iterable<ProfileRow>, change: number) =>
    [...rows]
      .filter(({ properties }) => properties !== null)
      .map(({ datamart_id }) => ({ datamart_id, collection: 'UserProfile' as const, change }));
  return [...counted(before, -1), ...counted(after.values(), 1)];
}
