import type { ListQuery } from '@tributary/contracts/list-query';
import type { Page } from '@tributary/http/paged';
import type pg from 'pg';
import { pointColumns, type PointKey } from '../identity/point-key.js';
import type { StoredProfile } from './stored-profile.js';

/** One profile of a person. The account is '' for a profile without account. */
export interface ProfileKey extends PointKey {
  compartment_id: string;
  user_account_id: string;
}

export interface ProfileRow extends ProfileKey, StoredProfile {
  creation_ts: string;
  last_modified_ts: string;
}

/** One text per profile. */
export const profileKey = ({ datamart_id, user_point_id, compartment_id, user_account_id }: ProfileKey) =>
  JSON.stringify([datamart_id, user_point_id, compartment_id, user_account_id]);

const keyColumns = (keys: ProfileKey[]) => [
  ...pointColumns(keys),
  keys.map(({ compartment_id }) => compartment_id),
  keys.map(({ user_account_id }) => user_account_id),
];

const unnestedKeys = `unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[])
  as wanted (datamart_id, user_point_id, compartment_id, user_account_id)`;

const columns = `p.datamart_id, p.user_point_id, p.compartment_id, p.user_account_id, p.properties::text, p.versions::text,
  p.creation_ts, p.last_modified_ts`;

export async function readProfiles(client: pg.ClientBase, keys: ProfileKey[]): Promise<Map<string, ProfileRow>> {
  const { rows } = await client.query<ProfileRow>({
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

/** A person's profiles, without deleted ones. */
export async function listProfiles(
  client: pg.ClientBase,
  { datamart_id, user_point_id }: PointKey,
  { first_result, max_results }: ListQuery,
): Promise<Page<ProfileRow>> {
  const existing = 'datamart_id = $1 and user_point_id = $2 and properties is not null';
  const { rows } = await client.query<ProfileRow>(
    `select ${columns} from user_profiles p where ${existing}
      order by compartment_id, user_account_id offset $3 limit $4`,
    [datamart_id, user_point_id, first_result, max_results],
  );
  const counted = await client.query<{ total: number }>(
    `select count(*)::int as total from user_profiles where ${existing}`,
    [datamart_id, user_point_id],
  );
  return { items: rows, total: counted.rows[0]?.total ?? 0 };
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
export async function writeProfiles(client: pg.ClientBase, rows: ProfileRow[]): Promise<void> {
  await client.query({
    name: 'write-profiles',
    text: `insert into user_profiles (datamart_id, user_point_id, compartment_id, user_account_id,
        properties, versions, creation_ts, last_modified_ts)
      select datamart_id, user_point_id, compartment_id, user_account_id,
        properties::json, versions::json, creation_ts, last_modified_ts
      from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
        as written (datamart_id, user_point_id, compartment_id, user_account_id,
          properties, versions, creation_ts, last_modified_ts)
      on conflict (datamart_id, user_point_id, compartment_id, user_account_id) do update set
        properties = excluded.properties, versions = excluded.versions,
        creation_ts = excluded.creation_ts, last_modified_ts = excluded.last_modified_ts`,
    values: [
      ...keyColumns(rows),
      rows.map(({ properties }) => properties),
      rows.map(({ versions }) => versions),
      rows.map(({ creation_ts }) => creation_ts),
      rows.map(({ last_modified_ts }) => last_modified_ts),
    ],
  });
}

/** Deletes and returns all profiles of the user points. */
export async function takePointsProfiles(client: pg.ClientBase, points: PointKey[]): Promise<ProfileRow[]> {
  const { rows } = await client.query<ProfileRow>({
    name: 'take-points-profiles',
    text: `delete from user_profiles p using unnest($1::bigint[], $2::uuid[]) as point (datamart_id, user_point_id)
      where (p.datamart_id, p.user_point_id) = (point.datamart_id, point.user_point_id) returning ${columns}`,
    values: pointColumns(points),
  });
  return rows;
}

/** Deletes and returns these profiles. */
export async function takeProfiles(client: pg.ClientBase, keys: ProfileKey[]): Promise<ProfileRow[]> {
  const { rows } = await client.query<ProfileRow>({
    name: 'take-profiles',
    text: `delete from user_profiles p using ${unnestedKeys}
      where (p.datamart_id, p.user_point_id, p.compartment_id, p.user_account_id)
        = (wanted.datamart_id, wanted.user_point_id, wanted.compartment_id, wanted.user_account_id)
      returning ${columns}`,
    values: keyColumns(keys),
  });
  return rows;
}
