import type pg from 'pg';

/** The own id of each person, and those of the user points merged into it, by user point. Activities keep the id of then. */
export async function readMergedIds(
  client: pg.ClientBase,
  datamart_id: string,
  points: string[],
): Promise<Map<string, string[]>> {
  const idsOf = new Map(points.map((id) => [id, [id]]));
  if (points.length === 0) return idsOf;
  const { rows } = await client.query<{ survivor_id: string; merged_id: string }>({
    name: 'read-merged-ids',
    text: `select m.survivor_id, m.merged_id
      from (select $1::bigint as datamart_id, unnest($2::uuid[]) as survivor_id) point
      join user_point_merges m on (m.datamart_id, m.survivor_id) = (point.datamart_id, point.survivor_id)`,
    values: [datamart_id, points],
  });
  for (const { survivor_id, merged_id } of rows) idsOf.get(survivor_id)?.push(merged_id);
  return idsOf;
}
