import type pg from 'pg';
import { eraseChoices, moveChoices } from '../choices/write-choices.js';
import { eraseProfiles, moveProfiles } from '../profiles/attached-profiles.js';
import { eraseSegments, moveSegments } from '../segments/write-segments.js';
import type { Merge } from './merge.js';

/**
 * What hangs on user points beside their activities: profiles, choices, segments. Called in the transaction that
 * changes the points, which holds their locks.
 */

/** Gives the survivors what the merged points had. */
export async function moveAttachedData(client: pg.ClientBase, merges: Merge[]): Promise<void> {
  await moveProfiles(client, merges);
  await moveChoices(client, merges);
  await moveSegments(client, merges);
}

/** Deletes everything of erased user points. */
export async function eraseAttachedData(
  client: pg.ClientBase,
  datamart_id: string,
  user_point_ids: string[],
): Promise<void> {
  await eraseProfiles(client, datamart_id, user_point_ids);
  await eraseChoices(client, datamart_id, user_point_ids);
  await eraseSegments(client, datamart_id, user_point_ids);
}
