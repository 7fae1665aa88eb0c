import type { ListQuery } from '@tributary/contracts/list-query';
import { listRows } from '@tributary/database/list-rows';
import { columnsOf } from '@tributary/database/plain-array';
import { withFields } from '@tributary/http/json-text';
import type { Page } from '@tributary/http/paged';
import type pg from 'pg';
import { pointColumns, type PointKey } from '../identity/point-key.js';
import { joinParts } from './part-layout.js';
import { keyColumns, profileKey, unnestedKeys, type ProfileKey } from './profile-key.js';
import { takeParts, takePointsParts, type PartRow } from './profile-parts.js';
import type { ProfileSize } from './profile-size.js';
import type { StoredProfile } from './stored-profile.js';

/** A profile, whole. */
export interface ProfileRow extends ProfileKey, StoredProfile {
  creation_ts: string;
  last_modified_ts: string;
}

/** The row of a profile: all of it, or its times and the sizes of its parts. */
export interface StoredRow extends ProfileRow {
  /** Null: it is whole. Else `properties` is the text `null`, and `versions` those of the profile without its properties. */
  parts: PartsSize | null;
}

export interface PartsSize extends ProfileSize {
  /** No version in the profile is later. */
  newest: number;
}

const columns = `p.datamart_id, p.user_point_id, p.compartment_id, p.user_account_id, p.properties::text, p.versions::text,
  p.parts, p.creation_ts, p.last_modified_ts`;

/** The rows of profiles, by `profileKey`. */
export async function readRows(client: pg.ClientBase, keys: ProfileKey[]): Promise<Map<string, StoredRow>> {
  const { rows } = await client.query<StoredRow>({
    name: 'read-profiles',
    text: `select found.* from ${unnestedKeys}
      cross join lateral (
        select ${columns} from user_profiles p
        where (p.datamart_id, p.user_point_id, p.compartment_id, p.user_account_id)
          = (wanted.datamart_id, wanted.user_point_id, wanted.compartment_id, wanted.user_account_id)
        limit 1) found`,
    values: keyColumns([...new Map(keys.map((key) => [profileKey(key), key])).values()]),
  });
  return new Map(rows.map((row) => [profileKey(row), row]));
}

/** A profile as it is read: whole, without versions. */
export type ReadProfile = Omit<ProfileRow, 'versions'>;

/** JSON text of a profile: the properties as sent, with the fields that the platform adds. */
export const profileText = ({ properties, ...row }: ReadProfile) =>
  withFields(
    {
      $compartment_id: row.compartment_id,
      $user_account_id: row.user_account_id === '' ? undefined : row.user_account_id,
      $creation_ts: Number(row.creation_ts),
      $last_modified_ts: Number(row.last_modified_ts),
    },
    properties ?? '{}',
  );

/** One statement, so that the row and its parts are of one moment. */
const wholeColumns = `p.datamart_id, p.user_point_id, p.compartment_id, p.user_account_id, p.creation_ts, p.last_modified_ts,
  case when p.parts is null then p.properties::text else '{' || coalesce((
    select string_agg(substr(part.properties::text, 2, length(part.properties::text) - 2), ',' order by part.first_hash)
    from user_profile_parts part
    where (part.datamart_id, part.user_point_id, part.compartment_id, part.user_account_id)
        = (p.datamart_id, p.user_point_id, p.compartment_id, p.user_account_id)
      and part.properties::text <> '{}'), '') || '}' end as properties`;

/** Undefined if there is none, and never was. */
export async function readProfile(client: pg.ClientBase, key: ProfileKey): Promise<ReadProfile | undefined> {
  const { rows } = await client.query<ReadProfile>({
    name: 'read-profile',
    text: `select ${wholeColumns} from user_profiles p
      where (p.datamart_id, p.user_point_id, p.compartment_id, p.user_account_id) = ($1, $2::uuid, $3, $4)`,
    values: [key.datamart_id, key.user_point_id, key.compartment_id, key.user_account_id],
  });
  return rows[0];
}

function joinRows(rows: StoredRow[], parts: PartRow[]): ProfileRow[] {
  const partsOf = parts.length > 0 ? Map.groupBy(parts, profileKey) : new Map<string, PartRow[]>();
  return rows.map(({ parts: size, ...row }) =>
    size === null ? row : { ...row, ...joinParts(row.versions, partsOf.get(profileKey(row)) ?? []) },
  );
}

/** A person's profiles, without deleted ones. */
export function listProfiles(
  client: pg.ClientBase,
  { datamart_id, user_point_id }: PointKey,
  page: ListQuery,
): Promise<Page<ReadProfile>> {
  const from = 'from user_profiles p where datamart_id = $1 and user_point_id = $2 and properties is not null';
  const order = 'compartment_id, user_account_id';
  return listRows(client, { columns: wholeColumns, from, order, values: [datamart_id, user_point_id] }, page);
}

/** A profile without its properties, which may be large. */
export type ProfileVersions = ProfileKey & Pick<ProfileRow, 'versions' | 'last_modified_ts'>;

/** The versions of all profiles of the user points, tombstones included. */
export async function readVersions(client: pg.ClientBase, points: PointKey[]): Promise<ProfileVersions[]> {
  const { rows } = await client.query<ProfileVersions>({
    name: 'read-versions',
    // OFFSET keeps the planner from joining otherwise than by a nested loop through the primary key.
    text: `select found.* from unnest($1::bigint[], $2::uuid[]) as point (datamart_id, user_point_id)
      cross join lateral (
        select datamart_id, user_point_id, compartment_id, user_account_id, versions::text, last_modified_ts
        from user_profiles p
        where (p.datamart_id, p.user_point_id) = (point.datamart_id, point.user_point_id) offset 0) found`,
    values: pointColumns(points),
  });
  return rows;
}

/** Replaces the versions of profiles that exist. The caller has locked the user points. */
export async function writeVersions(client: pg.ClientBase, rows: ProfileVersions[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'write-versions',
    text: `update user_profiles p set versions = written.versions::json
      from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::text[])
        as written (datamart_id, user_point_id, compartment_id, user_account_id, versions)
      where (p.datamart_id, p.user_point_id, p.compartment_id, p.user_account_id)
        = (written.datamart_id, written.user_point_id, written.compartment_id, written.user_account_id)`,
    values: [...keyColumns(rows), rows.map(({ versions }) => versions)],
  });
}

/** Upserts rows of different profiles. */
export async function writeRows(client: pg.ClientBase, rows: StoredRow[]): Promise<void> {
  await client.query({
    name: 'write-profiles',
    text: `insert into user_profiles (datamart_id, user_point_id, compartment_id, user_account_id,
        properties, versions, parts, creation_ts, last_modified_ts)
      select datamart_id, user_point_id, compartment_id, user_account_id,
        properties::json, versions::json, parts::json, creation_ts, last_modified_ts
      from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[])
        as written (datamart_id, user_point_id, compartment_id, user_account_id,
          properties, versions, parts, creation_ts, last_modified_ts)
      on conflict (datamart_id, user_point_id, compartment_id, user_account_id) do update set
        properties = excluded.properties, versions = excluded.versions, parts = excluded.parts,
        creation_ts = excluded.creation_ts, last_modified_ts = excluded.last_modified_ts`,
    values: [
      ...keyColumns(rows),
      ...columnsOf(rows, 'properties', 'versions'),
      rows.map(({ parts }) => parts && JSON.stringify(parts)),
      ...columnsOf(rows, 'creation_ts', 'last_modified_ts'),
    ],
  });
}

/** Deletes and returns all profiles of the user points. */
export async function takePointsProfiles(client: pg.ClientBase, points: PointKey[]): Promise<ProfileRow[]> {
  const { rows } = await client.query<StoredRow>({
    name: 'take-points-profiles',
    text: `delete from user_profiles p using unnest($1::bigint[], $2::uuid[]) as point (datamart_id, user_point_id)
      where (p.datamart_id, p.user_point_id) = (point.datamart_id, point.user_point_id) returning ${columns}`,
    values: pointColumns(points),
  });
  return joinRows(rows, await takePointsParts(client, points));
}

/** Deletes and returns these profiles. */
export async function takeProfiles(client: pg.ClientBase, keys: ProfileKey[]): Promise<ProfileRow[]> {
  const { rows } = await client.query<StoredRow>({
    name: 'take-profiles',
    text: `delete from user_profiles p using ${unnestedKeys}
      where (p.datamart_id, p.user_point_id, p.compartment_id, p.user_account_id)
        = (wanted.datamart_id, wanted.user_point_id, wanted.compartment_id, wanted.user_account_id)
      returning ${columns}`,
    values: keyColumns(keys),
  });
  return joinRows(rows, await takeParts(client, keys));
}
