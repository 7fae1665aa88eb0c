import { maxProfileBytes } from '@tributary/contracts/tracking/user-profile';
import type pg from 'pg';
import { countChanges, type CollectionChange } from '../collections/count-changes.js';
import { lockAttachedData } from '../identity/lock-attached-data.js';
import { applyUpdates } from './apply-updates.js';
import { profileKey, type ProfileKey } from './profile-key.js';
import type { ProfileRow, StoredRow } from './profile-rows.js';
import { readSections, type Reach } from './profile-section.js';
import { profileLimits, type ProfileSize } from './profile-size.js';
import { storeProfiles, type ChangedProfile } from './store-profiles.js';
import { fromStored, toStored, type StoredProfile } from './stored-profile.js';
import { deleteProfile, type ProfileUpdate } from './update-profile.js';

export interface ProfileWrite extends ProfileKey {
  update: ProfileUpdate;
}

interface ProfileDeletion extends ProfileKey {
  /** Deletes everything written by then, late writes included. Epoch milliseconds. */
  ts: number;
}

export const profileTooLarge = `the profile would exceed ${maxProfileBytes} bytes, as JSON in UTF-8 without the fields of the platform, or ${profileLimits.versions} bytes with the times of its properties and of removed ones`;

/**
 * Applies writes in the order given. Returns for each write the row of its profile after all of them; undefined for a
 * write that is skipped because the profile would be too large. The caller has locked the user points.
 */
export async function upsertProfiles(
  client: pg.ClientBase,
  writes: ProfileWrite[],
  now: number,
): Promise<(StoredRow | undefined)[]> {
  const applied = new Map<ProfileWrite, string>();
  const rows = await change(client, writes, now, {
    reach: reachOf,
    apply: (current, ofProfile, limits) => {
      const { stored, isApplied } = applyUpdates(
        current,
        ofProfile.map(({ update }) => update),
        limits,
      );
      for (const [index, write] of ofProfile.entries()) if (isApplied[index]) applied.set(write, profileKey(write));
      return stored;
    },
  });
  return writes.map((write) => rows.get(applied.get(write) ?? ''));
}

function reachOf(writes: ProfileWrite[]): Reach {
  const replacing = writes.filter(({ update }) => update.strategy === 'FORCE_REPLACE');
  const [only, ...others] = writes;
  if (only && others.length === 0 && replacing.length > 0) return { replacesAt: only.update.ts };
  if (replacing.length > 0) return 'all';
  return { names: [...new Set(writes.flatMap(({ update }) => Object.keys(update.properties)))] };
}

/** Deletes profiles. Where there is none, the tombstone keeps older writes from creating it. The caller has locked the points. */
export async function deleteProfiles(client: pg.ClientBase, deletions: ProfileDeletion[], now: number): Promise<void> {
  await change(client, deletions, now, {
    reach: (ofProfile) => ({ replacesAt: Math.max(...ofProfile.map(({ ts }) => ts)) }),
    apply: (current, ofProfile) => {
      const before = current ? fromStored(current) : {};
      return toStored(ofProfile.reduce((rest, { ts }) => deleteProfile(rest, ts, now), before));
    },
  });
}

interface Change<Key extends ProfileKey> {
  reach: (changes: Key[]) => Reach;
  /** The section of a profile after its changes; undefined if it does not change. */
  apply: (
    current: StoredProfile | undefined,
    changes: [Key, ...Key[]],
    limits: ProfileSize,
  ) => StoredProfile | undefined;
}

/** Changes what the changes reach of each profile. Returns the rows of those that have changed, by `profileKey`. */
async function change<Key extends ProfileKey>(
  client: pg.ClientBase,
  changes: Key[],
  now: number,
  { reach, apply }: Change<Key>,
): Promise<Map<string, StoredRow>> {
  if (changes.length === 0) return new Map();
  await lockAttachedData(client, changes);
  const ofProfiles = Map.groupBy(changes, profileKey);
  const keys = [...ofProfiles.values()].flatMap(([first]) => first ?? []);
  const sections = await readSections(client, keys, (key) => reach(ofProfiles.get(key) ?? []));
  const changed: ChangedProfile[] = [];
  for (const [key, section] of sections) {
    const [first, ...others] = ofProfiles.get(key) ?? [];
    const stored = first && apply(section.stored, [first, ...others], section.limits);
    if (stored) changed.push({ section, row: changedRow(first, stored, section.row, now) });
  }
  const rows = await storeProfiles(client, changed, now);
  await countChanges(
    client,
    growth(
      changed.flatMap(({ section }) => section.row ?? []),
      rows,
    ),
  );
  return new Map(rows.map((row) => [profileKey(row), row]));
}

const changedRow = (
  { datamart_id, user_point_id, compartment_id, user_account_id }: ProfileKey,
  stored: StoredProfile,
  current: StoredRow | undefined,
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
export function growth(before: Iterable<ProfileRow>, after: Iterable<ProfileRow>): CollectionChange[] {
  const counted = (rows: Iterable<ProfileRow>, change: number) =>
    [...rows]
      .filter(({ properties }) => properties !== null)
      .map(({ datamart_id }) => ({ datamart_id, collection: 'UserProfile' as const, change }));
  return [...counted(before, -1), ...counted(after, 1)];
}
