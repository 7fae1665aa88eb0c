import type pg from 'pg';
import { deleteSegments } from './write-segments.js';

/** Deletes all memberships of a segment, in the transaction that deletes its registration. */
export async function requestSegmentDeletion(
  client: pg.ClientBase,
  segment: { datamart_id: string; segment_id: string },
  _now: number,
): Promise<void> {
  const { datamart_id, segment_id } = segment;
  const { rows } = await client.query<{ user_point_id: string }>(
    'select user_point_id from user_segments where datamart_id = $1 and segment_id = $2',
    [datamart_id, segment_id],
  );
  await deleteSegments(
    client,
    rows.map(({ user_point_id }) => ({ datamart_id, user_point_id, segment_id })),
  );
}
