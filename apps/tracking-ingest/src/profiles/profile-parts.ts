import type pg from 'pg';
import { columnsOf, plainArray } from '@tributary/database/plain-array';
import { pointColumns, type PointKey } from '../identity/point-key.js';
import type { ProfilePart } from './part-layout.js';
import { keyColumns, unnestedKeys, type ProfileKey } from './profile-key.js';

/** A part with the profile that it belongs to. */
export type PartRow = ProfileKey & ProfilePart;

/** A part by any hash in it. */
type PartHash = ProfileKey & { hash: number };

const columns = `part.datamart_id, part.user_point_id, part.compartment_id, part.user_account_id,
  part.first_hash::float8, part.properties::text, part.versions::text`;

/** The parts that these hashes are in, each once. */
export async function readPartsOf(client: pg.ClientBase, wanted: PartHash[]): Promise<PartRow[]> {
  if (wanted.length === 0) return [];
  const { rows } = await client.query<PartRow>({
    name: 'read-parts-of',
    text: `with found as (
        select distinct wanted.datamart_id, wanted.user_point_id, wanted.compartment_id, wanted.user_account_id, first.first_hash
        from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::bigint[])
          as wanted (datamart_id, user_point_id, compartment_id, user_account_id, hash)
        cross join lateral (
          select p.first_hash from user_profile_parts p
          where (p.datamart_id, p.user_point_id, p.compartment_id, p.user_account_id)
              = (wanted.datamart_id, wanted.user_point_id, wanted.compartment_id, wanted.user_account_id)
            and p.first_hash <= wanted.hash
          order by p.first_hash desc limit 1) first)
      select ${columns} from found join user_profile_parts part
        on (part.datamart_id, part.user_point_id, part.compartment_id, part.user_account_id, part.first_hash)
          = (found.datamart_id, found.user_point_id, found.compartment_id, found.user_account_id, found.first_hash)`,
    values: [...keyColumns(wanted), plainArray(wanted.map(({ hash }) => String(hash)))],
  });
  return rows;
}

/** All parts of these profiles, in the order of their hashes. */
export async function readParts(client: pg.ClientBase, keys: ProfileKey[]): Promise<PartRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<PartRow>({
    name: 'read-parts',
    text: `select found.* from ${unnestedKeys}
      cross join lateral (
        select ${columns} from user_profile_parts part
        where (part.datamart_id, part.user_point_id, part.compartment_id, part.user_account_id)
          = (wanted.datamart_id, wanted.user_point_id, wanted.compartment_id, wanted.user_account_id)
        order by part.first_hash offset 0) found`,
    values: keyColumns(keys),
  });
  return rows;
}

export async function writeParts(client: pg.ClientBase, parts: PartRow[]): Promise<void> {
  if (parts.length === 0) return;
  await client.query({
    name: 'write-parts',
    text: `insert into user_profile_parts
        (datamart_id, user_point_id, compartment_id, user_account_id, first_hash, properties, versions)
      select datamart_id, user_point_id, compartment_id, user_account_id, first_hash, properties::json, versions::json
      from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[])
        as written (datamart_id, user_point_id, compartment_id, user_account_id, first_hash, properties, versions)
      on conflict (datamart_id, user_point_id, compartment_id, user_account_id, first_hash) do update set
        properties = excluded.properties, versions = excluded.versions`,
    values: [
      ...keyColumns(parts),
      plainArray(parts.map(({ first_hash }) => String(first_hash))),
      ...columnsOf(parts, 'properties', 'versions'),
    ],
  });
}

/** Deletes all parts of these profiles. */
export async function dropParts(client: pg.ClientBase, keys: ProfileKey[]): Promise<void> {
  if (keys.length === 0) return;
  await client.query({
    name: 'drop-parts',
    text: `delete from user_profile_parts part using ${unnestedKeys}
      where (part.datamart_id, part.user_point_id, part.compartment_id, part.user_account_id)
        = (wanted.datamart_id, wanted.user_point_id, wanted.compartment_id, wanted.user_account_id)`,
    values: keyColumns(keys),
  });
}

/** Deletes and returns all parts of these profiles. */
export async function takeParts(client: pg.ClientBase, keys: ProfileKey[]): Promise<PartRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<PartRow>({
    name: 'take-parts',
    text: `delete from user_profile_parts part using ${unnestedKeys}
      where (part.datamart_id, part.user_point_id, part.compartment_id, part.user_account_id)
        = (wanted.datamart_id, wanted.user_point_id, wanted.compartment_id, wanted.user_account_id)
      returning ${columns}`,
    values: keyColumns(keys),
  });
  return rows;
}

/** Deletes and returns all parts of the profiles of these people. */
export async function takePointsParts(client: pg.ClientBase, points: PointKey[]): Promise<PartRow[]> {
  const { rows } = await client.query<PartRow>({
    name: 'take-points-parts',
    text: `delete from user_profile_parts part using unnest($1::bigint[], $2::uuid[]) as point (datamart_id, user_point_id)
      where (part.datamart_id, part.user_point_id) = (point.datamart_id, point.user_point_id) returning ${columns}`,
    values: pointColumns(points),
  });
  return rows;
}

/**
 * Whether profiles may be stored in parts: no process of the version before runs any more, and the migration to the rules
 * of now, which reads whole profiles, has ended. On a new platform always.
 */
export async function mayDivide(client: pg.ClientBase, now: number): Promise<boolean> {
  const { rows } = await client.query({
    name: 'may-divide-profiles',
    text: `select from profile_parts_since where since_ts = 0 or since_ts <= $1
      and not exists (select from rules_migration_steps where step = 'times' and passes < $2)`,
    values: [now, 2],
  });
  return rows.length > 0;
}
