import type { Identifier } from '@tributary/contracts/tracking/identifier';
import type pg from 'pg';
import { withKeys, type ClaimWithKeys } from './identity-claim.js';
import { pointKey } from './point-key.js';
import { findOwners } from './user-identifiers.js';

/** `pointKey` of each user point that the claims name → the point that it is merged into, or itself. Unknown ones are absent. */
export async function findSurvivors(client: pg.ClientBase, claims: ClaimWithKeys[]): Promise<Map<string, string>> {
  const named = claims.filter(({ claim: { user_point_id } }) => user_point_id !== undefined);
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
    values: [named.map(({ claim }) => claim.datamart_id), named.map(({ claim }) => claim.user_point_id)],
  });
  return new Map(rows.map(({ datamart_id, given, survivor_id }) => [pointKey(datamart_id, given), survivor_id]));
}

/** The reference of a selector. */
export type UserPointReference = { user_point_id: string } | { identifier: Identifier };

/** The surviving user points in the order of the references; undefined for an unknown reference. */
export async function findUserPoints(
  client: pg.ClientBase,
  datamart_id: string,
  references: UserPointReference[],
): Promise<(string | undefined)[]> {
  const claims = references.map((one) =>
    withKeys({
      datamart_id,
      ...('identifier' in one ? { identifiers: [one.identifier] } : { identifiers: [], ...one }),
    }),
  );
  const owners = await findOwners(client, claims);
  const survivors = await findSurvivors(client, claims);
  return references.map((one, index) =>
    'identifier' in one
      ? owners.get(claims[index]?.keys[0] ?? '')
      : survivors.get(pointKey(datamart_id, one.user_point_id)),
  );
}

/** One reference, for reads. */
export async function findUserPoint(
  client: pg.ClientBase,
  datamart_id: string,
  reference: UserPointReference,
): Promise<string | undefined> {
  const [found] = await findUserPoints(client, datamart_id, [reference]);
  return found;
}

/** The user points, followed by all points that are merged into them. Activities keep the id they were stored with. */
export async function withMergedIds(client: pg.ClientBase, datamart_id: string, points: string[]): Promise<string[]> {
  const { rows } = await client.query<{ merged_id: string }>(
    `select m.merged_id from (select $1::bigint as datamart_id, unnest($2::uuid[]) as survivor_id) point
      join user_point_merges m on (m.datamart_id, m.survivor_id) = (point.datamart_id, point.survivor_id) order by m.merged_id`,
    [datamart_id, points],
  );
  return [...points, ...rows.map(({ merged_id }) => merged_id)];
}
