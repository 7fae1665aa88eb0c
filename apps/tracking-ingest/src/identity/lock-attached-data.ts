import type pg from 'pg';
import { inGlobalOrder, pointColumns, pointKey, type PointKey } from './point-key.js';

/**
 * Locks the user points FOR NO KEY UPDATE until the transaction ends, so that writes to one person's profiles and choices
 * serialize, here or with claims that write data (`writesData`). Readers and foreign-key-style locks are not blocked.
 *
 * One statement, in the common order. The functions that write profiles and choices lock the points they write to. A
 * transaction that calls several of them first locks the points of all of them, or resolves them with `writesData`;
 * segments are written by such transactions only.
 */
export async function lockAttachedData(client: pg.ClientBase, rows: PointKey[]): Promise<void> {
  const points = new Map(rows.map((row) => [pointKey(row.datamart_id, row.user_point_id), row]));
  const ordered = [...points.values()].sort(inGlobalOrder);
  await client.query({
    name: 'lock-attached-data',
    // The nested loop locks the points in the order given, each through the primary key.
    text: `select count(*) from unnest($1::bigint[], $2::uuid[]) as attached (datamart_id, user_point_id)
      cross join lateral (
        select from user_points p
        where (p.datamart_id, p.user_point_id) = (attached.datamart_id, attached.user_point_id)
        for no key update) locked`,
    values: pointColumns(ordered),
  });
}
