import type pg from 'pg';
import { inGlobalOrder, pointColumns, type PointKey } from './point-key.js';

/**
 * Locks stored user points that change, are written to or erased, for the transaction alone until it ends. All in one
 * statement and in one order that all transactions share, so that none waits for another that waits for it.
 *
 * False when a point is gone, or has lost an identifier since the snapshot was taken: what was read of it is stale.
 */
export async function lockUserPoints(client: pg.ClientBase, points: PointKey[], snapshot: string): Promise<boolean> {
  if (points.length === 0) return true;
  const { rows } = await client.query<{ locked: number }>({
    name: 'lock-user-points',
    text: lockInOrder,
    values: [...pointColumns(points.toSorted(inGlobalOrder)), snapshot],
  });
  return rows[0]?.locked === points.length;
}

// The nested loop takes the points as they come: one after the other, each by its index.
const lockInOrder = `select count(*)::int as locked
  from unnest($1::bigint[], $2::uuid[]) as touched (datamart_id, user_point_id)
  cross join lateral (
    select from user_points p
    where (p.datamart_id, p.user_point_id) = (touched.datamart_id, touched.user_point_id)
      and (p.last_loss is null or p.last_loss = pg_current_xact_id_if_assigned()
        or pg_visible_in_snapshot(p.last_loss, $3::pg_snapshot))
    for update) locked`;
