import type pg from 'pg';
import { inGlobalOrder, pointColumns, type PointKey } from './point-key.js';

/**
 * Holds what hangs on user points, profiles and choices, until the transaction ends: writes of one person's data wait for
 * each other here, or where people are resolved that are written to (`writesData`). Reads do not wait, nor do those who only
 * need the points to stay.
 *
 * One statement, in one order. The functions that write profiles and choices lock what they write to; a transaction that
 * calls several of them locks for all of them first, or has resolved them so. Segments are written by those only.
 */
export async function lockAttachedData(client: pg.ClientBase, rows: PointKey[]): Promise<void> {
  const points = new Map(rows.map((row) => [`${row.datamart_id}/${row.user_point_id}`, row]));
  const ordered = [...points.values()].sort(inGlobalOrder);
  await client.query({
    name: 'lock-attached-data',
    // The nested loop takes the points as they come: one after the other, each by its index.
    text: `select count(*) from unnest($1::bigint[], $2::uuid[]) as attached (datamart_id, user_point_id)
      cross join lateral (
        select from user_points p
        where (p.datamart_id, p.user_point_id) = (attached.datamart_id, attached.user_point_id)
        for no key update) locked`,
    values: pointColumns(ordered),
  });
}
