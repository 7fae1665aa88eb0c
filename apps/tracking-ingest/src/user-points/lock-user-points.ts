import type pg from 'pg';
import { inGlobalOrder, pointColumns, type PointKey } from './point-key.js';

/** A stored user point; `changes`: it is merged, gains or loses an identifier, is written to, or erased. */
export interface TouchedPoint extends PointKey {
  changes: boolean;
}

/**
 * Locks user points until the transaction ends: those that change for itself alone, the others against change. All in
 * one statement and in one order that all transactions share, so that none waits for another that waits for it.
 *
 * False when a point is gone, or has lost an identifier since the snapshot was taken: what was read of it is stale.
 */
export async function lockUserPoints(
  client: pg.ClientBase,
  points: TouchedPoint[],
  snapshot: string,
): Promise<boolean> {
  if (points.length === 0) return true;
  const ordered = points.toSorted(inGlobalOrder);
  const { rows } = await client.query<{ locked: number }>({
    name: 'lock-user-points',
    text: lockInOrder,
    values: [...pointColumns(ordered), ordered.map(({ changes }) => changes), snapshot],
  });
  return rows[0]?.locked === points.length;
}

// The nested loop takes the points as they come: one after the other, each by its index. Not `for key share`: that
// is content with a version of the row that has been updated meanwhile, and would not see a loss.
const lockInOrder = `select count(coalesce(alone.user_point_id, shared.user_point_id))::int as locked
  from unnest($1::bigint[], $2::uuid[], $3::bool[]) as touched (datamart_id, user_point_id, changes)
  left join lateral (
    select user_point_id from user_points p
    where (p.datamart_id, p.user_point_id) = (touched.datamart_id, touched.user_point_id) and touched.changes
      and (p.last_loss is null or p.last_loss = pg_current_xact_id_if_assigned()
        or pg_visible_in_snapshot(p.last_loss, $4::pg_snapshot))
    for update) alone on true
  left join lateral (
    select user_point_id from user_points p
    where (p.datamart_id, p.user_point_id) = (touched.datamart_id, touched.user_point_id) and not touched.changes
      and (p.last_loss is null or p.last_loss = pg_current_xact_id_if_assigned()
        or pg_visible_in_snapshot(p.last_loss, $4::pg_snapshot))
    for share) shared on true`;
