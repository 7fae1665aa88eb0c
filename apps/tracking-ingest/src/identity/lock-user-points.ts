import type pg from 'pg';
import { findUserPoints, type UserPointReference } from './find-user-points.js';
import { inGlobalOrder, pointColumns, type PointKey } from './point-key.js';
import { retryOnConflict } from './retry-on-conflict.js';

/**
 * Locks the surviving user point of each reference for this transaction alone, until it ends, and returns their ids;
 * undefined for an unknown reference. A transaction with several steps that need locks locks all their points here first.
 */
export function lockUserPoints(
  client: pg.ClientBase,
  datamart_id: string,
  references: UserPointReference[],
): Promise<(string | undefined)[]> {
  const read = () => ({ ids: findUserPoints(client, datamart_id, references) });
  return retryOnConflict(client, read, async ({ ids, snapshot }) => {
    const points = new Set(ids.filter((id) => id !== undefined));
    const touched = [...points].map((user_point_id) => ({ datamart_id, user_point_id }));
    return (await lockIfUnchanged(client, touched, snapshot)) ? ids : undefined;
  });
}

/**
 * Locks stored user points that change, are written to or erased. One statement locks them all, in the order that every
 * transaction uses, so that no two transactions wait for each other.
 *
 * False when a point is gone, or has lost an identifier since the snapshot: then the reads of it are stale.
 */
export async function lockIfUnchanged(client: pg.ClientBase, points: PointKey[], snapshot: string): Promise<boolean> {
  if (points.length === 0) return true;
  const { rows } = await client.query<{ locked: number }>({
    name: 'lock-user-points',
    text: lockInOrder,
    values: [...pointColumns(points.toSorted(inGlobalOrder)), snapshot],
  });
  return rows[0]?.locked === points.length;
}

// The nested loop locks the points in the order given, each through the primary key.
const lockInOrder = `select count(*)::int as locked
  from unnest($1::bigint[], $2::uuid[]) as touched (datamart_id, user_point_id)
  cross join lateral (
    select from user_points p
    where (p.datamart_id, p.user_point_id) = (touched.datamart_id, touched.user_point_id)
      and (p.last_loss is null or p.last_loss = pg_current_xact_id_if_assigned()
        or pg_visible_in_snapshot(p.last_loss, $3::pg_snapshot))
    for update) locked`;
