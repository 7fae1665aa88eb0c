import type pg from 'pg';
import { countMemberships, type SegmentGrowth } from './count-memberships.js';

/**
 * Deletes at most `limit` memberships that expired before an instant, and returns their number. Nothing is published, as
 * consumers know the expiration of each membership. A membership that is being written is left for the next run.
 */
export async function deleteExpired(client: pg.ClientBase, before: number, limit: number): Promise<number> {
  const { rows } = await client.query<SegmentGrowth>(
    `with expired as (
        select datamart_id, user_point_id, segment_id from user_segments
        where expiration_ts < $1 order by expiration_ts limit $2 for update skip locked),
      deleted as (
        delete from user_segments s using expired
        where (s.datamart_id, s.user_point_id, s.segment_id)
          = (expired.datamart_id, expired.user_point_id, expired.segment_id)
        returning s.datamart_id, s.segment_id)
      select datamart_id, segment_id, -count(*)::int as change from deleted group by datamart_id, segment_id`,
    [before, limit],
  );
  await countMemberships(client, rows);
  return rows.reduce((sum, { change }) => sum - change, 0);
}
