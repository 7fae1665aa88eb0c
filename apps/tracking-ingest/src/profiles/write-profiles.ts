import type pg from 'pg';
import { countChanges, type CollectionChange } from '../collections/count-changes.js';
import { lockAttachedData } from '../user-points/lock-attached-data.js';
import { profileKey, readProfiles, writeProfiles, type ProfileKey, type ProfileRow } from './profile-rows.js';
import type { ProfileState } from './profile-state.js';
import { fromStored, toStored } from './stored-profile.js';
import { deleteProfile, updateProfile, type ProfileUpdate } from './update-profile.js';

export interface ProfileWrite extends ProfileKey {
  update: ProfileUpdate;
}

export interface ProfileDeletion extends ProfileKey {
  /** What was written until then is deleted, also what comes later. Epoch milliseconds. */
  ts: number;
}

/**
 * Most text of a profile, UTF-16 units, what is remembered of removed properties included. A body of 1 MiB fits unless
 * it consists of thousands of names; a profile that grows by one name with each write stops growing.
 */
export const maxProfileLength = 2 * 1024 * 1024;

export const profileTooLong = `the profile, with the times of its properties, would exceed ${maxProfileLength} characters`;

/**
 * Applies writes in the order given, those of one profile one after the other, and answers each with the profile after
 * it; undefined where that would be too long: such a write is not done. The caller holds the user points.
 */
export async function upsertProfiles(
  client: pg.ClientBase,
  writes: ProfileWrite[],
  now: number,
): Promise<(ProfileRow | undefined)[]> {
  return change(client, writes, now, (state, { update }) => updateProfile(state, update));
}

/** Deletes profiles; where there is none, what is older does not make one later. The caller holds the user points. */
export async function deleteProfiles(client: pg.ClientBase, deletions: ProfileDeletion[], now: number): Promise<void> {
  await change(client, deletions, now, (state, { ts }) => deleteProfile(state, ts, now));
}

async function change<Key extends ProfileKey>(
  client: pg.ClientBase,
  changes: Key[],
  now: number,
  next: (state: ProfileState, change: Key) => ProfileState,
): Promise<(ProfileRow | undefined)[]> {
  if (changes.length === 0) return [];
  await lockAttachedData(client, changes);
  const before = await readProfiles(client, changes);
  const after = new Map<string, ProfileRow>();
  const results = changes.map((one) => {
    const key = profileKey(one);
    const current = after.get(key) ?? before.get(key);
    const row = changed(one, current, next(current ? fromStored(current) : {}, one), now);
    if (!row) return undefined;
    after.set(key, row);
    return row;
  });
  await writeProfiles(client, [...after.values()]);
  await countChanges(client, growth(before.values(), after));
  return results;
}

function changed(
  key: ProfileKey,
  current: ProfileRow | undefined,
  state: ProfileState,
  now: number,
): ProfileRow | undefined {
  const { datamart_id, user_point_id, compartment_id, user_account_id } = key;
  const stored = toStored(state);
  if ((stored.properties?.length ?? 0) + stored.clock.length > maxProfileLength) return undefined;
  return {
    ...{ datamart_id, user_point_id, compartment_id, user_account_id, ...stored },
    creation_ts: current?.creation_ts ?? String(now),
    last_modified_ts: String(now),
  };
}

/** What the collections gain by rows that take the place of others. */
export function growth(before: Iterable<ProfileRow>, after: ReadonlyMap<string, ProfileRow>): CollectionChange[] {
  const counted = (rows: Iterable<ProfileRow>, change: number) =>
    [...rows]
      .filter(({ properties }) => properties !== null)
      .map(({ datamart_id }) => ({ datamart_id, collection: 'UserProfile' as const, change }));
  return [...counted(before, -1), ...counted(after.values(), 1)];
}
