import type pg from 'pg';
import { eraseChoices, mergeChoices } from '../choices/write-choices.js';
import { eraseProfiles, mergeProfiles } from '../profiles/attached-profiles.js';
import { eraseSegments, mergeSegments } from '../segments/write-segments.js';
import type { Merge } from '../identity/merge.js';

/**
 * The data attached to user points apart from activities: profiles, choices, segments. Called in the transaction that
 * changes the points and has locked them.
 */

/** Merges the data of merged points into that of their survivors. */
export async function mergeAttachedData(client: pg.ClientBase, merges: Merge[], now: number): Promise<void> {
  await mergeProfiles(client, merges, now);
  await mergeChoices(client, merges);
  await mergeSegments(client, merges, now);
}

/** Deletes all data of erased user points. */
export async function eraseAttachedData(
  client: pg.ClientBase,
  datamart_id: string,
  user_point_ids: string[],
): Promise<void> {
  await eraseProfiles(client, datamart_id, user_point_ids);
  await eraseChoices(client, datamart_id, user_point_ids);
  await eraseSegments(client, datamart_id, user_point_ids);
}
