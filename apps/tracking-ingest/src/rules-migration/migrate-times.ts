import { maxAheadMs } from '@tributary/contracts/tracking/write-time';
import type pg from 'pg';
import { lockAttachedData } from '../identity/lock-attached-data.js';
import { pointColumns, type PointKey } from '../identity/point-key.js';
import { listAllProfiles, writeProfiles, type ProfileRow } from '../profiles/profile-rows.js';
import { withoutFutureTimes } from '../profiles/stored-profile.js';
import { nothing, pageSize, start, type MigratePage, type Position } from './page.js';

/**
 * Choices and properties that count from a future time count from their receipt, as writes do now: otherwise nothing that
 * the person does until then wins over them. The receipt is not stored: that of a choice is when it was written, that of a
 * property at the latest when its profile was written last.
 */
export const migrateTimes: MigratePage = async ({ client }, after = start) => {
  const people = await readPage(client, after);
  const choices = await futureChoices(client, people);
  const profiles = (await listAllProfiles(client, people)).filter(isAhead);
  const changed = await changeTimes(client, choices, profiles);
  const last = people.at(-1);
  return {
    counts: { ...nothing, read: people.length, changed },
    last: last && people.length === pageSize ? { datamart_id: last.datamart_id, id: last.user_point_id } : undefined,
  };
};

async function readPage(client: pg.ClientBase, { datamart_id, id }: Position): Promise<PointKey[]> {
  const { rows } = await client.query<PointKey>(
    `select datamart_id, user_point_id from user_points
      where (datamart_id, user_point_id) > ($1, $2::uuid) order by datamart_id, user_point_id limit $3`,
    [datamart_id, id, pageSize],
  );
  return rows;
}

/** The people who have any. */
async function futureChoices(client: pg.ClientBase, people: PointKey[]): Promise<PointKey[]> {
  const { rows } = await client.query<PointKey>(
    `select distinct c.datamart_id, c.user_point_id from user_choices c
      join unnest($1::bigint[], $2::uuid[]) as point (datamart_id, user_point_id)
        on (c.datamart_id, c.user_point_id) = (point.datamart_id, point.user_point_id)
      where c.choice_ts > c.creation_ts + $3`,
    [...pointColumns(people), maxAheadMs],
  );
  return rows;
}

const isAhead = ({ versions, last_modified_ts }: ProfileRow) =>
  withoutFutureTimes(versions, Number(last_modified_ts)) !== undefined;

/** Returns the number of people whose choices or profiles have changed. */
async function changeTimes(client: pg.ClientBase, choices: PointKey[], profiles: ProfileRow[]): Promise<number> {
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
  const current = await listAllProfiles(client, profiles);
  const corrected = current.flatMap((row) => {
    const versions = withoutFutureTimes(row.versions, Number(row.last_modified_ts));
    return versions === undefined ? [] : [{ ...row, versions }];
  });
  if (corrected.length > 0) await writeProfiles(client, corrected);
  return new Set(concerned.map(({ datamart_id, user_point_id }) => `${datamart_id}|${user_point_id}`)).size;
}
