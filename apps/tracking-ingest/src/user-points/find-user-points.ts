import type { Identifier } from '@tributary/contracts/identifier';
import { keyed, ownerKey, pointKey, type Keyed } from './assign-user-points.js';
import { findOwners } from './user-identifiers.js';
import type pg from 'pg';

/** `pointKey` of each user point that the elements name → what it is by now; without those that there are not. */
export async function findSurvivors(client: pg.ClientBase, elements: Keyed[]): Promise<Map<string, string>> {
  const named = elements.filter(({ user_point_id }) => user_point_id !== undefined);
  if (named.length === 0) return new Map();
  const { rows } = await client.query<{ datamart_id: string; given: string; survivor_id: string }>({
    name: 'find-survivors',
    text: `select named.datamart_id, given, point.survivor_id
      from unnest($1::bigint[], $2::text[]) as named (datamart_id, given)
      cross join lateral (
        select user_point_id as survivor_id from user_points p
        where (p.datamart_id, p.user_point_id) = (named.datamart_id, given::uuid)
        union all
        select survivor_id from user_point_merges m
        where (m.datamart_id, m.merged_id) = (named.datamart_id, given::uuid)
        limit 1) point`,
    values: [named.map(({ datamart_id }) => datamart_id), named.map(({ user_point_id }) => user_point_id)],
  });
  return new Map(rows.map(({ datamart_id, given, survivor_id }) => [pointKey(datamart_id, given), survivor_id]));
}

/** Who somebody is: what selectors select by. */
export type Sought = { user_point_id: string } | { identifier: Identifier };

/** For reads: the surviving user point, undefined when nobody is known by that. Nothing is locked or made. */
export async function findUserPoint(
  client: pg.ClientBase,
  datamart_id: string,
  sought: Sought,
): Promise<string | undefined> {
  if ('identifier' in sought) {
    const owners = await findOwners(client, [keyed({ datamart_id, identifiers: [sought.identifier] })]);
    return owners.get(ownerKey(datamart_id, sought.identifier));
  }
  const survivors = await findSurvivors(client, [keyed({ datamart_id, identifiers: [], ...sought })]);
  return survivors.get(pointKey(datamart_id, sought.user_point_id));
}
