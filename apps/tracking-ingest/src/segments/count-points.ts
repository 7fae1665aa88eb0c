import type pg from 'pg';

/** How many people are members of each segment, in the order given. */
export async function countPointsOf(
  client: pg.ClientBase,
  segments: { datamart_id: string; segment_id: string }[],
  now: number,
): Promise<number[]> {
  const { rows } = await client.query<{ points: number }>(
    `select (select count(*)::int from user_segments s
        where (s.datamart_id, s.segment_id) = (wanted.datamart_id, wanted.segment_id)
          and (s.expiration_ts is null or s.expiration_ts > $3)) as points
      from unnest($1::bigint[], $2::text[]) with ordinality as wanted (datamart_id, segment_id, position)
      order by position`,
    [segments.map(({ datamart_id }) => datamart_id), segments.map(({ segment_id }) => segment_id), now],
  );
  return rows.map(({ points }) => points);
}
