import type { Identifier } from '@tributary/contracts/identifier';
import type pg from 'pg';
import { pointKey, type Keyed, type NewIdentifier } from './assign-user-points.js';
import { pointColumns, type PointKey } from './point-key.js';

export interface IdentifierRow {
  datamart_id: string;
  type: Identifier['type'];
  /** '' but for accounts. */
  compartment_id: string;
  value: string;
  user_point_id: string;
}

export interface OwnedIdentifier {
  datamart_id: string;
  identifier: Identifier;
}

/** The columns of an identifier, as arrays for `unnest`. */
export function identifierColumns(identifiers: OwnedIdentifier[]): [string[], string[], string[], string[]] {
  return [
    identifiers.map(({ datamart_id }) => datamart_id),
    identifiers.map(({ identifier }) => identifier.type),
    identifiers.map(({ identifier }) => (identifier.type === 'USER_ACCOUNT' ? identifier.compartment_id : '')),
    identifiers.map(({ identifier }) => identifier.value),
  ];
}

export const toIdentifier = ({ type, compartment_id, value }: IdentifierRow): Identifier =>
  type === 'USER_ACCOUNT' ? { type, compartment_id, value } : { type, value };

/** `ownerKey` → user point, of those identifiers of the elements that have one. */
export async function findOwners(client: pg.ClientBase, elements: Keyed[]): Promise<Map<string, string>> {
  const wanted = new Map<string, OwnedIdentifier>();
  for (const { datamart_id, identifiers, keys } of elements)
    for (const [index, identifier] of identifiers.entries()) wanted.set(keys[index] ?? '', { datamart_id, identifier });
  const keys = [...wanted.keys()];
  const { rows } = await client.query<{ position: number; user_point_id: string }>({
    name: 'find-owners',
    // One index look-up each, whatever the planner believes of a table that has grown since it was last analysed: it
    // would join by reading the whole table.
    text: `select position::int, owner.user_point_id
      from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) with ordinality
        as wanted (datamart_id, type, compartment_id, value, position)
      cross join lateral (
        select user_point_id from user_identifiers i
        where (i.datamart_id, i.type, i.compartment_id, i.value)
          = (wanted.datamart_id, wanted.type, wanted.compartment_id, wanted.value)
        limit 1) owner`,
    values: identifierColumns([...wanted.values()]),
  });
  return new Map(rows.map(({ position, user_point_id }) => [keys[position - 1] ?? '', user_point_id]));
}

/**
 * Inserts identifiers, and the user points that are new with them. False when another transaction has inserted one of
 * them first: what this one has inserted must be undone then. Sorted, so that two transactions never wait for each other.
 */
export async function insertIdentifiers(
  client: pg.ClientBase,
  unknown: NewIdentifier[],
  now: number,
): Promise<boolean> {
  if (unknown.length === 0) return true;
  const { rows } = await client.query<{ inserted: number }>({
    name: 'insert-identifiers',
    text: `with inserted as (
        insert into user_identifiers (datamart_id, type, compartment_id, value, user_point_id, creation_ts)
        select *, $6 from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::uuid[])
        order by 1, 2, 3, 4
        on conflict do nothing
        returning datamart_id, user_point_id),
      points as (
        insert into user_points (datamart_id, user_point_id, creation_ts)
        select distinct datamart_id, user_point_id, $6::bigint from inserted
        on conflict do nothing)
      select count(*)::int as inserted from inserted`,
    values: [...identifierColumns(unknown), unknown.map(({ user_point_id }) => user_point_id), now],
  });
  return rows[0]?.inserted === unknown.length;
}

/** `pointKey` → number of identifiers. */
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
