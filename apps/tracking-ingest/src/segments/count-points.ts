import type pg from 'pg';

/** A segment of a datamart, whether it is registered or not. */
export interface SegmentReference {
  datamart_id: string;
  segment_id: string;
}

/**
 * How many people are members of each segment at this instant, in the order given: the stored memberships without the expired
 * and the dead ones. The cost depends on the changes since the last addition and on the memberships that wait for their
 * deletion, not on the sizes.
 */
export async function countPointsOf(
  client: pg.ClientBase,
  segments: SegmentReference[],
  now: number,
): Promise<number[]> {
  if (segments.length === 0) return [];
  const { rows } = await client.query<{ count: number }>({
    name: 'count-points',
    text: countPoints,
    values: [segments.map(({ datamart_id }) => datamart_id), segments.map(({ segment_id }) => segment_id), now],
  });
  return rows.map(({ count }) => count);
}

/**
 * One statement, so that all of it reads the same snapshot: what it subtracts has also been counted. A registered segment has
 * dead memberships only if it is deleted after its registration was read: ids are not registered again.
 */
const countPoints = `
  with wanted as (
      select * from unnest($1::bigint[], $2::text[]) with ordinality as wanted (datamart_id, segment_id, position)),
    changes as (
      select datamart_id, segment_id, sum(change) as change from segment_count_changes
      where datamart_id = any($1::bigint[]) group by 1, 2)
  select (coalesce(counted.count, 0) + coalesce(changes.change, 0) - expired.count - coalesce(dead.count, 0))::float8 as count
  from wanted
  left join segment_counts counted using (datamart_id, segment_id)
  left join changes using (datamart_id, segment_id)
  cross join lateral (
    select count(*) from user_segments s
    where (s.datamart_id, s.segment_id) = (wanted.datamart_id, wanted.segment_id) and s.expiration_ts <= $3) expired
  left join lateral (
    select count(*) from deleted_segments d join user_segments s using (datamart_id, segment_id)
    where (d.datamart_id, d.segment_id) = (wanted.datamart_id, wanted.segment_id) and d.finish_ts is null
      and s.write_version < d.version and (s.expiration_ts is null or s.expiration_ts > $3)) dead on true
  order by wanted.position`;
