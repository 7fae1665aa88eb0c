import type { Identifier } from '@tributary/contracts/identifier';
import { uuid7 } from '@tributary/contracts/uuid';
import type pg from 'pg';
import { assignUserPoints, ownerKey, type Identified, type NewIdentifier } from './assign-user-points.js';

/** The columns of an identifier, as arrays for `unnest`. */
function columns(
  identifiers: { datamart_id: string; identifier: Identifier }[],
): [string[], string[], string[], string[]] {
  return [
    identifiers.map(({ datamart_id }) => datamart_id),
    identifiers.map(({ identifier }) => identifier.type),
    identifiers.map(({ identifier }) => (identifier.type === 'USER_ACCOUNT' ? identifier.compartment_id : '')),
    identifiers.map(({ identifier }) => identifier.value),
  ];
}

interface OwnerRow {
  datamart_id: string;
  type: Identifier['type'];
  compartment_id: string;
  value: string;
  user_point_id: string;
}

/** The user point of each element, in order; unknown identifiers and points are inserted in the same transaction. */
export async function resolveUserPoints(client: pg.ClientBase, elements: Identified[], now: number): Promise<string[]> {
  // Every round loses to another transaction at least one identifier that is then known: the rounds end.
  for (;;) {
    const owners = await findOwners(client, elements);
    const { userPoints, unknown } = assignUserPoints(elements, owners, uuid7);
    const inserted = await insertIdentifiers(client, unknown, now);
    if (inserted.length === unknown.length) return userPoints;
    // Who shares an identifier with the other transaction's person is that person: the round starts anew.
    await deleteIdentifiers(client, inserted);
  }
}

async function findOwners(client: pg.ClientBase, elements: Identified[]): Promise<Map<string, string>> {
  const wanted = new Map<string, { datamart_id: string; identifier: Identifier }>();
  for (const { datamart_id, identifiers } of elements)
    for (const identifier of identifiers) wanted.set(ownerKey(datamart_id, identifier), { datamart_id, identifier });
  const { rows } = await client.query<OwnerRow>({
    name: 'find-owners',
    // One index look-up each, whatever the planner believes of a table that has grown since it was last analysed: it
    // would join by reading the whole table.
    text: `select wanted.*, owner.user_point_id
      from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as wanted (datamart_id, type, compartment_id, value)
      cross join lateral (
        select user_point_id from user_identifiers i
        where (i.datamart_id, i.type, i.compartment_id, i.value)
          = (wanted.datamart_id, wanted.type, wanted.compartment_id, wanted.value)
        limit 1) owner`,
    values: columns([...wanted.values()]),
  });
  return new Map(rows.map((row) => [ownerKey(row.datamart_id, toIdentifier(row)), row.user_point_id]));
}

const toIdentifier = ({ type, compartment_id, value }: OwnerRow): Identifier =>
  type === 'USER_ACCOUNT' ? { type, compartment_id, value } : { type, value };

/** Leaves out those that another transaction has inserted first. Sorted, so that two transactions never wait for each other. */
async function insertIdentifiers(client: pg.ClientBase, unknown: NewIdentifier[], now: number): Promise<OwnerRow[]> {
  if (unknown.length === 0) return [];
  const { rows } = await client.query<OwnerRow>({
    name: 'insert-identifiers',
    text: `with inserted as (
        insert into user_identifiers (datamart_id, type, compartment_id, value, user_point_id, creation_ts)
        select *, $6 from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::uuid[])
        order by 1, 2, 3, 4
        on conflict do nothing
        returning datamart_id, type, compartment_id, value, user_point_id),
      points as (
        insert into user_points (datamart_id, user_point_id, creation_ts)
        select distinct datamart_id, user_point_id, $6::bigint from inserted
        on conflict do nothing)
      select * from inserted`,
    values: [...columns(unknown), unknown.map(({ user_point_id }) => user_point_id), now],
  });
  return rows;
}

/** Takes back what this transaction has inserted, and the user points that nothing leads to any more. */
async function deleteIdentifiers(client: pg.ClientBase, inserted: OwnerRow[]): Promise<void> {
  const identified = inserted.map((row) => ({ datamart_id: row.datamart_id, identifier: toIdentifier(row) }));
  await client.query(
    `delete from user_identifiers i using unnest($1::bigint[], $2::text[], $3::text[], $4::text[])
      as own (datamart_id, type, compartment_id, value)
      where (i.datamart_id, i.type, i.compartment_id, i.value) = (own.datamart_id, own.type, own.compartment_id, own.value)`,
    columns(identified),
  );
  await client.query(
    `delete from user_points p using unnest($1::bigint[], $2::uuid[]) as own (datamart_id, user_point_id)
      where (p.datamart_id, p.user_point_id) = (own.datamart_id, own.user_point_id)
        and not exists (select from user_identifiers i
          where (i.datamart_id, i.user_point_id) = (p.datamart_id, p.user_point_id))`,
    [inserted.map(({ datamart_id }) => datamart_id), inserted.map(({ user_point_id }) => user_point_id)],
  );
}
