import { compartmentOf, type Identifier } from '@tributary/contracts/tracking/identifier';
import { plainArray, plainColumns } from '@tributary/database/plain-array';
import type pg from 'pg';
import { linkColumns } from '../links/link-columns.js';
import { leavePeople } from '../links/leave-people.js';
import type { MovedIdentifier, NewIdentifier } from './assignment.js';
import type { ClaimWithKeys } from './identity-claim.js';
import { pointColumns, pointKey, type PointKey } from './point-key.js';

export interface IdentifierRow {
  datamart_id: string;
  type: Identifier['type'];
  /** Empty unless the identifier is an account. */
  compartment_id: string;
  value: string;
  user_point_id: string;
}

export const identifierOfRow = ({ type, compartment_id, value }: IdentifierRow): Identifier =>
  type === 'USER_ACCOUNT' ? { type, compartment_id, value } : { type, value };

export interface OwnedIdentifier {
  datamart_id: string;
  identifier: Identifier;
}

/** Columns of array parameters for `unnest`. */
function identifierColumns(identifiers: OwnedIdentifier[]): [string[], string[], string[], string[]] {
  return [
    identifiers.map(({ datamart_id }) => datamart_id),
    identifiers.map(({ identifier }) => identifier.type),
    identifiers.map(({ identifier }) => compartmentOf(identifier)),
    identifiers.map(({ identifier }) => identifier.value),
  ];
}

/** `identifierId` → user point, for those identifiers of the claims that have an owner. */
export async function findOwners(client: pg.ClientBase, claims: ClaimWithKeys[]): Promise<Map<string, string>> {
  const wanted = new Map(claims.flatMap(({ claim, keys }) => keys.map((key) => [key, claim.datamart_id])));
  const [only, ...others] = new Set(wanted.values());
  if (only === undefined) return new Map();
  const keys = plainArray([...wanted.keys()]);
  const { rows } = await client.query<[identifier_id: string, user_point_id: string]>({
    ...(others.length > 0 ? ownersInDatamarts : ownersInDatamart),
    values: [others.length === 0 ? only : plainArray([...wanted.values()]), keys],
    rowMode: 'array',
  });
  return new Map(rows);
}

const ownersInDatamart = {
  name: 'find-owners-in-datamart',
  text: `select identifier_id, user_point_id from user_identifiers
    where datamart_id = $1 and identifier_id = any($2::uuid[])`,
};

const ownersInDatamarts = {
  name: 'find-owners',
  text: `select wanted.identifier_id, owner.user_point_id
    from unnest($1::bigint[], $2::uuid[]) as wanted (datamart_id, identifier_id)
    cross join lateral (
      select user_point_id from user_identifiers i
      where (i.datamart_id, i.identifier_id) = (wanted.datamart_id, wanted.identifier_id) limit 1) owner`,
};

/**
 * Inserts identifiers, and the user points that are new with them. False when another transaction has inserted one of the
 * identifiers first: then the inserts of this one must be undone. Sorted, so that no two transactions wait for each other.
 *
 * @param created the new points. No other transaction knows their ids, so that nothing looks for conflicts
 */
export async function insertIdentifiers(
  client: pg.ClientBase,
  identifiers: NewIdentifier[],
  { created, now }: { created: PointKey[]; now: number },
): Promise<boolean> {
  if (identifiers.length === 0) return true;
  const { rows } = await client.query<{ inserted: number }>({
    name: 'insert-identifiers',
    // An end that is any identifier of the person is the oldest.
    text: `with inserted as (
        insert into user_identifiers
          (identifier_id, user_point_id, datamart_id, type, compartment_id, value, creation_ts, link_cause, link_id, linked_to)
        select new.identifier_id, new.user_point_id, new.datamart_id, new.type, new.compartment_id, new.value, $7,
          new.link_cause, new.link_id, case when new.link_cause is null or new.linked_to is not null then new.linked_to else (
            select oldest.identifier_id from user_identifiers oldest
            where (oldest.datamart_id, oldest.user_point_id) = (new.datamart_id, new.user_point_id)
            order by oldest.creation_ts, oldest.identifier_id limit 1) end
        from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[], $8::smallint[], $9::uuid[],
            $10::uuid[])
          as new (identifier_id, user_point_id, datamart_id, type, compartment_id, value, link_cause, link_id, linked_to)
        order by new.datamart_id, new.identifier_id
        on conflict do nothing
        returning identifier_id),
      points as (
        insert into user_points (datamart_id, user_point_id, creation_ts)
        select datamart_id, user_point_id, $7 from unnest($11::bigint[], $12::uuid[]) as point (datamart_id, user_point_id))
      select count(*)::int as inserted from inserted`,
    values: [
      ...plainColumns(identifiers, 'identifier_id', 'user_point_id'),
      ...identifierColumns(identifiers),
      now,
      ...linkColumns(identifiers),
      ...pointColumns(created),
    ],
  });
  return rows[0]?.inserted === identifiers.length;
}

/** Moves identifiers to another user point, each with its link. The transaction has locked the people that they leave. */
export async function moveIdentifiers(client: pg.ClientBase, moved: MovedIdentifier[], now: number): Promise<void> {
  const left = moved.map(({ datamart_id, identifier_id, from_user_point_id: user_point_id }) => {
    return { datamart_id, identifier_id, user_point_id };
  });
  await leavePeople(client, left);
  await client.query({
    name: 'move-identifiers',
    text: `with moved as (
        select * from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::smallint[], $5::uuid[], $6::uuid[])
          as moved (datamart_id, user_point_id, identifier_id, link_cause, link_id, linked_to)),
      created as (
        insert into user_points (datamart_id, user_point_id, creation_ts)
        select distinct datamart_id, user_point_id, $7::bigint from moved
        on conflict do nothing)
      update user_identifiers i set user_point_id = moved.user_point_id, linked_to = moved.linked_to,
        link_id = moved.link_id, link_cause = moved.link_cause, linked_ts = case when moved.link_cause is null then null else $7::bigint end
      from moved
      where (i.datamart_id, i.identifier_id) = (moved.datamart_id, moved.identifier_id)`,
    values: [
      ...pointColumns(moved),
      plainArray(moved.map(({ identifier_id }) => identifier_id)),
      ...linkColumns(moved),
      now,
    ],
  });
  await markLoss(client, left);
}

/** Marks points that lose identifiers: a transaction that read them before this one ends must read them again. */
export async function markLoss(client: pg.ClientBase, points: PointKey[]): Promise<void> {
  await client.query(
    `update user_points p set last_loss = pg_current_xact_id()
      from unnest($1::bigint[], $2::uuid[]) as split (datamart_id, user_point_id)
      where (p.datamart_id, p.user_point_id) = (split.datamart_id, split.user_point_id)`,
    pointColumns(points),
  );
}

/** `pointKey` → the compartments of its accounts; absent without accounts. */
export async function findCompartments(client: pg.ClientBase, points: PointKey[]): Promise<Map<string, string[]>> {
  if (points.length === 0) return new Map();
  const { rows } = await client.query<PointKey & { compartments: string[] }>({
    name: 'find-compartments',
    text: `select point.*, owned.compartments
      from unnest($1::bigint[], $2::uuid[]) as point (datamart_id, user_point_id)
      cross join lateral (
        select array_agg(distinct compartment_id) as compartments from user_identifiers i
        where (i.datamart_id, i.user_point_id) = (point.datamart_id, point.user_point_id)
          and i.type = 'USER_ACCOUNT') owned
      where owned.compartments is not null`,
    values: pointColumns(points),
  });
  return new Map(
    rows.map(({ datamart_id, user_point_id, compartments }) => [pointKey(datamart_id, user_point_id), compartments]),
  );
}

/** `pointKey` → number of its identifiers. */
export async function countIdentifiers(client: pg.ClientBase, points: PointKey[]): Promise<Map<string, number>> {
  if (points.length === 0) return new Map();
  const { rows } = await client.query<PointKey & { size: number }>({
    name: 'count-identifiers',
    text: `select point.*, counted.size
      from unnest($1::bigint[], $2::uuid[]) as point (datamart_id, user_point_id)
      cross join lateral (
        select count(*)::int as size from user_identifiers i
        where (i.datamart_id, i.user_point_id) = (point.datamart_id, point.user_point_id)) counted`,
    values: pointColumns(points),
  });
  return new Map(rows.map(({ datamart_id, user_point_id, size }) => [pointKey(datamart_id, user_point_id), size]));
}
