import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { plainArray, plainColumns } from '@tributary/database/plain-array';
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

/** An account of an exclusive compartment; `key` is its `identifierId`. */
export interface ExclusiveAccount {
  datamart_id: string;
  key: string;
  compartment: string;
}

/** A newest naming, with the account that it named first. */
export interface Beside {
  naming: Naming;
  /** `identifierId`. */
  account: string | null;
}

/** The newest namings of an exclusive account: compartment → that beside one of its accounts. */
export type Partners = ReadonlyMap<string, Naming>;

/** An identifier, as far as exclusive compartments decide by it. */
export interface KnownIdentifier {
  datamart_id: string;
  user_point_id: string;
  identifier_id: string;
  identifier: Identifier;
  beside: Beside | undefined;
  partners: Partners;
}

/** An identifier whose newest namings have changed. */
export interface NamedBeside {
  datamart_id: string;
  identifier_id: string;
  /** The owner of its row. */
  user_point_id: string;
  beside?: Beside | undefined;
  partners?: Partners | undefined;
}

interface KnownRow {
  datamart_id: string;
  user_point_id: string;
  identifier_id: string;
  type: Identifier['type'];
  compartment_id: string;
  value: string;
  beside_ts: string | null;
  beside_association: boolean | null;
  beside_id: string | null;
  beside_account: string | null;
  partners: Record<string, [ts: number, isAssociation: boolean, id: string]> | null;
}

const columns = `datamart_id, user_point_id, identifier_id, type, compartment_id, value,
  beside_ts, beside_association, beside_id, beside_account, partners`;

/**
 * `identifierId` → what is known of it. The people of the identifiers are locked.
 *
 * @param wanted `identifierId` → datamart
 */
export async function findKnown(
  client: pg.ClientBase,
  wanted: ReadonlyMap<string, string>,
): Promise<Map<string, KnownIdentifier>> {
  if (wanted.size === 0) return new Map();
  const { rows } = await client.query<KnownRow>({
    name: 'find-namings-beside-accounts',
    text: `select named.* from unnest($1::bigint[], $2::uuid[]) as wanted (datamart_id, identifier_id)
      cross join lateral (
        select ${columns} from user_identifiers i
        where (i.datamart_id, i.identifier_id) = (wanted.datamart_id, wanted.identifier_id) limit 1) named`,
    values: [plainArray([...wanted.values()]), plainArray([...wanted.keys()])],
  });
  return new Map(rows.map((row) => [row.identifier_id, readKnown(row)]));
}

/** All identifiers of people that may be parted: each has at most 100. */
export async function findMembers(
  client: pg.ClientBase,
  points: { datamart_id: string; user_point_id: string }[],
): Promise<KnownIdentifier[]> {
  if (points.length === 0) return [];
  const { rows } = await client.query<KnownRow>({
    name: 'find-members-with-namings',
    text: `select member.* from unnest($1::bigint[], $2::uuid[]) as point (datamart_id, user_point_id)
      cross join lateral (
        select ${columns} from user_identifiers i
        where (i.datamart_id, i.user_point_id) = (point.datamart_id, point.user_point_id)) member`,
    values: plainColumns(points, 'datamart_id', 'user_point_id'),
  });
  return rows.map(readKnown);
}

function readKnown(row: KnownRow): KnownIdentifier {
  const { type, compartment_id, value, beside_ts, beside_association, beside_id, beside_account } = row;
  const partners = Object.entries(row.partners ?? {}).map(
    ([compartment, [ts, isAssociation, id]]) => [compartment, { ts, isAssociation, id }] as const,
  );
  return {
    datamart_id: row.datamart_id,
    user_point_id: row.user_point_id,
    identifier_id: row.identifier_id,
    identifier: type === 'USER_ACCOUNT' ? { type, compartment_id, value } : { type, value },
    beside:
      beside_ts === null || beside_id === null
        ? undefined
        : {
            naming: { ts: Number(beside_ts), isAssociation: beside_association === true, id: beside_id },
            account: beside_account,
          },
    partners: new Map(partners),
  };
}

/** An identifier that another transaction has inserted meanwhile is not touched, as its person is not locked. */
export async function saveNamings(client: pg.ClientBase, named: NamedBeside[]): Promise<void> {
  if (named.length === 0) return;
  await client.query({
    name: 'save-namings-beside-accounts',
    text: `update user_identifiers i
      set beside_ts = named.ts, beside_association = named.is_association, beside_id = named.id,
        beside_account = named.account, partners = named.partners
      from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::bigint[], $5::boolean[], $6::uuid[], $7::uuid[], $8::jsonb[])
        as named (datamart_id, identifier_id, user_point_id, ts, is_association, id, account, partners)
      where (i.datamart_id, i.identifier_id, i.user_point_id)
        = (named.datamart_id, named.identifier_id, named.user_point_id)`,
    values: [
      ...plainColumns(named, 'datamart_id', 'identifier_id', 'user_point_id'),
      named.map(({ beside }) => beside?.naming.ts ?? null),
      named.map(({ beside }) => beside?.naming.isAssociation ?? null),
      named.map(({ beside }) => beside?.naming.id ?? null),
      named.map(({ beside }) => beside?.account ?? null),
      named.map(({ partners }) => (partners?.size ? partnersText(partners) : null)),
    ],
  });
}

/** Forgets that identifiers were named beside accounts that leave their people, or that they leave. */
export async function forgetBeside(
  client: pg.ClientBase,
  left: { datamart_id: string; user_point_id: string; identifier_id: string }[],
): Promise<void> {
  await client.query({
    name: 'forget-namings-beside-accounts',
    text: `update user_identifiers i
      set beside_ts = null, beside_association = null, beside_id = null, beside_account = null
      from unnest($1::bigint[], $2::uuid[], $3::uuid[]) as gone (datamart_id, user_point_id, identifier_id)
      where (i.datamart_id, i.user_point_id) = (gone.datamart_id, gone.user_point_id) and i.beside_ts is not null
        and gone.identifier_id in (i.identifier_id, i.beside_account)`,
    values: plainColumns(left, 'datamart_id', 'user_point_id', 'identifier_id'),
  });
}

const partnersText = (partners: Partners): string =>
  JSON.stringify(
    Object.fromEntries([...partners].map(([key, { ts, isAssociation, id }]) => [key, [ts, isAssociation, id]])),
  );
