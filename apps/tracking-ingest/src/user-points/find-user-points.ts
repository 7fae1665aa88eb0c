import type { Identifier } from '@tributary/contracts/identifier';
import { keyed, pointKey, type Keyed } from './assign-user-points.js';
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

/** The surviving user point of each, undefined where nobody is known by that. Nothing is locked or made. */
export async function findUserPoints(
  client: pg.ClientBase,
  datamart_id: string,
  sought: Sought[],
): Promise<(string | undefined)[]> {
  const elements = sought.map((one) =>
    keyed({ datamart_id, ...('identifier' in one ? { identifiers: [one.identifier] } : { identifiers: [], ...one }) }),
  );
  const owners = await findOwners(client, elements);
  const survivors = await findSurvivors(client, elements);
  return elements.map(({ user_point_id, keys }) =>
    user_point_id === undefined ? owners.get(keys[0] ?? '') : survivors.get(pointKey(datamart_id, user_point_id)),
  );
}

/** For a read of one. */
export async function findUserPoint(
  client: pg.ClientBase,
  datamart_id: string,
  sought: Sought,
): Promise<string | undefined> {
  const [found] = await findUserPoints(client, datamart_id, [sought]);
  return found;
}

/** The user points, and all that have become part of them: whose activities are the people's. */
export async function everyIdOf(client: pg.ClientBase, datamart_id: string, points: string[]): Promise<string[]> {
  const { rows } = await client.query<{ merged_id: string }>(
    'select merged_id from user_point_merges where datamart_id = $1 and survivor_id = any($2::uuid[]) order by merged_id',
    [datamart_id, points],
  );
  return [...points, ...rows.map(({ merged_id }) => merged_id)];
}
