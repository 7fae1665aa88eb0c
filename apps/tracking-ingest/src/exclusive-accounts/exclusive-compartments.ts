import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';
import type { Naming } from './naming.js';

/** Datamart → its exclusive compartments; only those that have any. */
export type ExclusiveCompartments = ReadonlyMap<string, ReadonlySet<string>>;

/** Read under the shared lock of erasures, for which a change of `exclusive` waits. */
export async function findExclusive(
  client: pg.ClientBase,
  datamart_ids: ReadonlySet<string>,
): Promise<ExclusiveCompartments> {
  const { rows } = await client.query<[datamart_id: string, compartment_id: string]>({
    name: 'find-exclusive-compartments',
    text: 'select datamart_id, compartment_id from compartments where datamart_id = any($1::bigint[]) and exclusive',
    values: [plainArray([...datamart_ids])],
    rowMode: 'array',
  });
  const found = new Map<string, Set<string>>();
  for (const [datamart_id, compartment_id] of rows)
    found.set(datamart_id, (found.get(datamart_id) ?? new Set()).add(compartment_id));
  return found;
}

/** An identifier of a datamart, with its newest naming beside an exclusive account. */
export interface NamedBeside {
  datamart_id: string;
  identifier_id: string;
  naming: Naming;
  /** The owner of its row. */
  user_point_id: string;
}

interface NamedBesideRow {
  identifier_id: string;
  beside_ts: string;
  beside_association: boolean;
  beside_id: string;
}

/**
 * `identifierId` → its newest naming, of those that have one. The people of the identifiers are locked.
 *
 * @param wanted `identifierId` → datamart
 */
export async function findNamings(
  client: pg.ClientBase,
  wanted: ReadonlyMap<string, string>,
): Promise<Map<string, Naming>> {
  if (wanted.size === 0) return new Map();
  const { rows } = await client.query<NamedBesideRow>({
    name: 'find-namings-beside-accounts',
    text: `select wanted.identifier_id, named.beside_ts, named.beside_association, named.beside_id
      from unnest($1::bigint[], $2::uuid[]) as wanted (datamart_id, identifier_id)
      cross join lateral (
        select beside_ts, beside_association, beside_id from user_identifiers i
        where (i.datamart_id, i.identifier_id) = (wanted.datamart_id, wanted.identifier_id)
          and beside_ts is not null limit 1) named`,
    values: [plainArray([...wanted.values()]), plainArray([...wanted.keys()])],
  });
  return new Map(
    rows.map(({ identifier_id, beside_ts, beside_association: isAssociation, beside_id: id }) => [
      identifier_id,
      { ts: Number(beside_ts), isAssociation, id },
    ]),
  );
}

/** An identifier that another transaction has inserted meanwhile is not touched, as its person is not locked. */
export async function saveNamings(client: pg.ClientBase, named: NamedBeside[]): Promise<void> {
  if (named.length === 0) return;
  await client.query({
    name: 'save-namings-beside-accounts',
    text: `update user_identifiers i
      set beside_ts = named.ts, beside_association = named.is_association, beside_id = named.id
      from unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::boolean[], $5::uuid[], $6::uuid[])
        as named (datamart_id, identifier_id, ts, is_association, id, user_point_id)
      where (i.datamart_id, i.identifier_id, i.user_point_id)
        = (named.datamart_id, named.identifier_id, named.user_point_id)`,
    values: [
      plainArray(named.map(({ datamart_id }) => datamart_id)),
      plainArray(named.map(({ identifier_id }) => identifier_id)),
      plainArray(named.map(({ naming }) => naming.ts)),
      named.map(({ naming }) => naming.isAssociation),
      plainArray(named.map(({ naming }) => naming.id)),
      plainArray(named.map(({ user_point_id }) => user_point_id)),
    ],
  });
}
