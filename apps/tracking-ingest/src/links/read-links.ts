import type pg from 'pg';
import type { LinkedIdentifier, LinkedMerge } from './identity-tree.js';

export interface StoredLinks {
  identifiers: LinkedIdentifier[];
  /** In the order of their times. */
  merges: LinkedMerge[];
}

/** The stored links of people. Every one of them has an entry. */
export async function readLinks(
  client: pg.ClientBase,
  datamart_id: string,
  user_point_ids: string[],
): Promise<Map<string, StoredLinks>> {
  const links = new Map(user_point_ids.map((id): [string, StoredLinks] => [id, { identifiers: [], merges: [] }]));
  const identifiers = await client.query<LinkedIdentifier & { user_point_id: string }>({
    name: 'read-linked-identifiers',
    text: `select found.* from (select $1::bigint as datamart_id, unnest($2::uuid[]) as user_point_id) wanted
      cross join lateral (
        select user_point_id, identifier_id, creation_ts, linked_ts, linked_to, link_id, link_cause from user_identifiers i
        where (i.datamart_id, i.user_point_id) = (wanted.datamart_id, wanted.user_point_id)) found`,
    values: [datamart_id, user_point_ids],
  });
  for (const { user_point_id, ...identifier } of identifiers.rows)
    links.get(user_point_id)?.identifiers.push(identifier);
  const merges = await client.query<LinkedMerge & { survivor_id: string }>({
    name: 'read-linked-merges',
    text: `select found.* from (select $1::bigint as datamart_id, unnest($2::uuid[]) as survivor_id) wanted
      cross join lateral (
        select survivor_id, merged_id, merge_ts, linked_from, linked_to, link_id, link_cause from user_point_merges m
        where (m.datamart_id, m.survivor_id) = (wanted.datamart_id, wanted.survivor_id)
        order by merge_ts, merged_id) found`,
    values: [datamart_id, user_point_ids],
  });
  for (const { survivor_id, ...merge } of merges.rows) links.get(survivor_id)?.merges.push(merge);
  return links;
}
