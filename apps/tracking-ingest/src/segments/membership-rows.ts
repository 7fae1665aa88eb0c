import { nullableColumns } from '@tributary/database/plain-array';
import type pg from 'pg';
import { pointColumns, type PointKey } from '../identity/point-key.js';
import type { SegmentGrowth } from './count-memberships.js';

/**
 * SQL: whether the membership `s` is dead, because its segment was deleted after the write that it stems from. Null for a
 * segment that was never deleted.
 */
export const isDead = `s.write_version < (
  select d.version from deleted_segments d where (d.datamart_id, d.segment_id) = (s.datamart_id, s.segment_id))`;

/** A person's membership of a segment. */
export interface SegmentKey extends PointKey {
  segment_id: string;
}

/** Times are epoch milliseconds, as decimal text. */
export interface MembershipRow extends SegmentKey {
  /** JSON text of any value; null without one. */
  data_bag: string | null;
  creation_ts: string;
  last_modified_ts: string;
  /** null: never. */
  expiration_ts: string | null;
  /** The version of the write that it stems from; null: the version that storing it takes. */
  write_version: string | null;
}

/** A change of a membership as published to reports. Of one membership the highest version wins. */
export interface Change extends SegmentKey {
  is_member: boolean;
  expiration_ts: string | null;
  version: string;
  /** Absent, or null: the version. */
  write_version?: string | null;
}

/** The effect of a statement, and how many memberships each segment gained. */
export interface Changed {
  changes: Change[];
  growth: SegmentGrowth[];
}

/** One text per membership. */
export const membershipKey = ({ datamart_id, user_point_id, segment_id }: SegmentKey) =>
  `${datamart_id}/${user_point_id}/${segment_id}`;

const keyColumns = (keys: SegmentKey[]) => [...pointColumns(keys), keys.map(({ segment_id }) => segment_id)];

const key = 's.datamart_id, s.user_point_id, s.segment_id';
const columns = `${key}, s.data_bag::text, s.creation_ts, s.last_modified_ts, s.expiration_ts, s.write_version`;
// One version per statement. Taken under the locks of the user points, so that a later change has a higher version.
const nextVersion = `(select nextval('user_segment_versions'))`;

/** Upserts rows of different memberships. The first creation time stays, unless the stored membership is dead or has expired. */
export async function putMemberships(client: pg.ClientBase, rows: MembershipRow[], now: number): Promise<Changed> {
  const put = await client.query<SegmentGrowth & { version: string }>({
    name: 'put-memberships',
    // Returns sums only: returning the rows would cost as much as storing them.
    text: `with next as materialized (select nextval('user_segment_versions') as version),
      put as (
        insert into user_segments as s (datamart_id, user_point_id, segment_id,
          data_bag, creation_ts, last_modified_ts, expiration_ts, version, write_version)
        select datamart_id, user_point_id, segment_id, data_bag::json, creation_ts, last_modified_ts, expiration_ts,
          next.version, coalesce(write_version, next.version)
        from next, unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[],
          $8::bigint[]) as written
          (datamart_id, user_point_id, segment_id, data_bag, creation_ts, last_modified_ts, expiration_ts, write_version)
        on conflict (datamart_id, user_point_id, segment_id) do update set
          data_bag = excluded.data_bag,
          creation_ts = case when ${isDead} or s.expiration_ts <= $9 then excluded.creation_ts
            else least(s.creation_ts, excluded.creation_ts) end,
          last_modified_ts = excluded.last_modified_ts, expiration_ts = excluded.expiration_ts,
          version = excluded.version, write_version = excluded.write_version
        returning s.datamart_id, s.segment_id, s.version, xmax = 0 as is_new)
      select datamart_id, segment_id, max(version) as version, (count(*) filter (where is_new))::int as change
      from put group by datamart_id, segment_id`,
    values: [
      ...keyColumns(rows),
      rows.map(({ data_bag }) => data_bag),
      ...nullableColumns(rows, 'creation_ts', 'last_modified_ts', 'expiration_ts', 'write_version'),
      now,
    ],
  });
  const version = put.rows[0]?.version;
  if (version === undefined) return { changes: [], growth: [] };
  return {
    changes: rows.map(({ datamart_id, user_point_id, segment_id, expiration_ts, write_version }) => {
      return { datamart_id, user_point_id, segment_id, is_member: true, expiration_ts, version, write_version };
    }),
    growth: put.rows,
  };
}

/** Returns those of these memberships that exist and are alive. */
export async function readMemberships(client: pg.ClientBase, keys: SegmentKey[]): Promise<MembershipRow[]> {
  const { rows } = await client.query<MembershipRow>({
    name: 'read-memberships',
    text: `select found.* from unnest($1::bigint[], $2::uuid[], $3::text[])
        as wanted (datamart_id, user_point_id, segment_id)
      cross join lateral (
        select ${columns} from user_segments s
        where (${key}) = (wanted.datamart_id, wanted.user_point_id, wanted.segment_id)
          and (${isDead}) is not true
        limit 1) found`,
    values: keyColumns(keys),
  });
  return rows;
}

/** Deletes and returns these memberships. */
export async function takeMemberships(client: pg.ClientBase, keys: SegmentKey[]): Promise<Changed> {
  const { rows } = await client.query<Change>({
    name: 'take-memberships',
    text: `delete from user_segments s using unnest($1::bigint[], $2::uuid[], $3::text[])
        as deletion (datamart_id, user_point_id, segment_id)
      where (${key}) = (deletion.datamart_id, deletion.user_point_id, deletion.segment_id)
      returning ${key}, false as is_member, s.expiration_ts, ${nextVersion} as version`,
    values: keyColumns(keys),
  });
  return taken(rows);
}

/** Deletes all memberships of the user points, and returns those that are alive. */
export async function takePointsMemberships(
  client: pg.ClientBase,
  points: PointKey[],
): Promise<Changed & { memberships: MembershipRow[] }> {
  const { rows } = await client.query<MembershipRow & Change & { is_dead: boolean }>({
    name: 'take-points-memberships',
    text: `delete from user_segments s using unnest($1::bigint[], $2::uuid[]) as point (datamart_id, user_point_id)
      where (s.datamart_id, s.user_point_id) = (point.datamart_id, point.user_point_id)
      returning ${columns}, false as is_member, ${nextVersion} as version, (${isDead}) is true as is_dead`,
    values: pointColumns(points),
  });
  return { ...taken(rows), memberships: rows.filter(({ is_dead }) => !is_dead) };
}

const taken = (changes: Change[]): Changed => ({
  changes: changes.map((change) => ({ ...change, write_version: null })),
  growth: changes.map(({ datamart_id, segment_id }) => ({ datamart_id, segment_id, change: -1 })),
});
