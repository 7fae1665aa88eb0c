import { maxAheadMs } from '@tributary/contracts/tracking/write-time';
import type pg from 'pg';
import { lockAttachedData } from '../identity/lock-attached-data.js';
import { pointColumns, pointKey, type PointKey } from '../identity/point-key.js';
import { readVersions, writeVersions, type ProfileVersions } from '../profiles/profile-rows.js';
import { withoutFutureTimes } from '../profiles/stored-profile.js';
import { nothing, skipped, start, type MigratePage, type Position } from './page.js';

/** Most compressed bytes of versions that a page reads: profiles may be large. */
const maxBytes = 2 * 1024 * 1024;

/**
 * Choices and properties that count from a future time count from their receipt, as writes do now: otherwise nothing that
 * the person does until then wins over them. The receipt is not stored: that of a choice is when it was written, that of a
 * property at the latest when its profile was written last.
 */
export const migrateTimes: MigratePage = async ({ client, size, skips }, after = start) => {
  const people = await readPage(client, after, size);
  const end = people.at(-1);
  const last = end && { datamart_id: end.datamart_id, id: end.user_point_id };
  if (skips) return { counts: skipped(people.length), last };
  const choices = await futureChoices(client, people);
  const profiles = (await readVersions(client, people)).filter((row) => inTime(row) !== undefined);
  const changed = await changeTimes(client, choices, profiles);
  return { counts: { ...nothing, read: people.length, changed }, last };
};

/** The next people, as many as have versions of `maxBytes` together; at least one. */
async function readPage(client: pg.ClientBase, { datamart_id, id }: Position, size: number): Promise<PointKey[]> {
  const { rows } = await client.query<PointKey>(
    `select datamart_id, user_point_id from (
        select page.*, sum(coalesce(bytes, 0)) over (
          order by datamart_id, user_point_id rows between unbounded preceding and 1 preceding) as before
        from (
          select datamart_id, user_point_id from user_points
          where (datamart_id, user_point_id) > ($1, $2::uuid) order by datamart_id, user_point_id limit $3) page
        cross join lateral (
          select sum(pg_column_size(versions)) as bytes from user_profiles p
          where (p.datamart_id, p.user_point_id) = (page.datamart_id, page.user_point_id)) profiles) measured
      where coalesce(before, 0) < $4 order by datamart_id, user_point_id`,
    [datamart_id, id, size, maxBytes],
  );
  return rows;
}

/** The people who have any. */
async function futureChoices(client: pg.ClientBase, people: PointKey[]): Promise<PointKey[]> {
  const { rows } = await client.query<PointKey>(
    `select point.* from unnest($1::bigint[], $2::uuid[]) as point (datamart_id, user_point_id)
      cross join lateral (
        select from user_choices c
        where (c.datamart_id, c.user_point_id) = (point.datamart_id, point.user_point_id)
          and c.choice_ts > c.creation_ts + $3 limit 1) found`,
    [...pointColumns(people), maxAheadMs],
  );
  return rows;
}

/** Versions without future times; undefined if there are none of these. */
const inTime = ({ versions, last_modified_ts }: ProfileVersions) =>
  withoutFutureTimes(versions, Number(last_modified_ts));

/** Returns the number of people whose choices or profiles have changed. */
async function changeTimes(client: pg.ClientBase, choices: PointKey[], profiles: PointKey[]): Promise<number> {
  const concerned = [...choices, ...profiles];
  if (concerned.length === 0) return 0;
  await lockAttachedData(client, concerned);
  await client.query(
    `update user_choices c set choice_ts = c.creation_ts
      from unnest($1::bigint[], $2::uuid[]) as point (datamart_id, user_point_id)
      where (c.datamart_id, c.user_point_id) = (point.datamart_id, point.user_point_id)
        and c.choice_ts > c.creation_ts + $3`,
    [...pointColumns(choices), maxAheadMs],
  );
  // Read again: now they are locked.
  const owners = new Map(profiles.map((one) => [pointKey(one.datamart_id, one.user_point_id), one]));
  const corrected = (await readVersions(client, [...owners.values()])).flatMap((row) => {
    const versions = inTime(row);
    return versions === undefined ? [] : [{ ...row, versions }];
  });
  await writeVersions(client, corrected);
  return new Set(concerned.map(({ datamart_id, user_point_id }) => pointKey(datamart_id, user_point_id))).size;
}
