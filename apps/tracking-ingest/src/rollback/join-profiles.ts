import { withDataSource } from '@tributary/database/data-source';
import { transaction } from '@tributary/database/transaction';
import type { DataSource } from 'typeorm';
import type pg from 'pg';
import { trackingDatabase } from '../database.js';
import { lockAttachedData } from '../identity/lock-attached-data.js';
import type { PointKey } from '../identity/point-key.js';
import { takePointsProfiles, writeRows } from '../profiles/profile-rows.js';

/** People of a transaction: each may have several large profiles. */
const pageSize = 20;

/** As a time, it never comes. */
const never = Number.MAX_SAFE_INTEGER;

/**
 * Makes all profiles whole again, for a rollback to a version that knows no parts, and keeps the processes that run from
 * dividing others. Returns the number of people.
 */
export const joinProfiles = (url: string): Promise<number> =>
  withDataSource({ ...trackingDatabase, url, poolSize: 1 }, async (dataSource) => {
    await transaction(dataSource, (client) => client.query('update profile_parts_since set since_ts = $1', [never]));
    let people = 0;
    // Transactions that have begun before may divide profiles that were read already.
    for (let pass = await joinAll(dataSource); pass > 0; pass = await joinAll(dataSource)) people += pass;
    return people;
  });

async function joinAll(dataSource: DataSource): Promise<number> {
  for (let people = 0; ;) {
    const page = await transaction(dataSource, joinPage, { statementTimeoutMs: 60_000 });
    if (page === 0) return people;
    people += page;
  }
}

async function joinPage(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<PointKey>(
    `select distinct datamart_id, user_point_id from (
      select datamart_id, user_point_id from user_profile_parts
        order by datamart_id, user_point_id limit $1) divided`,
    [pageSize],
  );
  if (rows.length === 0) return 0;
  await lockAttachedData(client, rows);
  const profiles = await takePointsProfiles(client, rows);
  await writeRows(
    client,
    profiles.map((row) => ({ ...row, parts: null })),
  );
  return rows.length;
}
