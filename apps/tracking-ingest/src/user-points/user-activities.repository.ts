import { Injectable } from '@nestjs/common';
import type { ActivitiesQuery } from '@tributary/contracts/tracking/activity';
import { badData } from '@tributary/contracts/errors';
import { columnsOf } from '@tributary/database/plain-array';
import { asStored } from '@tributary/http/body/stored-activity';
import { transaction } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import type { UserPointPath } from '../selectors/path-segments.js';
import { findSelected } from '../selectors/selected-user-point.js';
import { withMergedIds } from '../identity/find-user-points.js';
import { anyDay } from '../activities/activity-day.js';

/** Where an activity is stored. */
export interface ActivityKey {
  user_point_id: string;
  ts: string;
  activity_id: string;
}

@Injectable()
export class UserActivitiesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A person's activities as JSON text, newest first. @throws RESOURCE_NOT_FOUND */
  list(path: UserPointPath, page: ActivitiesQuery): Promise<Page<string>> {
    return transaction(this.dataSource, async (client) => {
      const { datamart_id } = path;
      const points = await withMergedIds(client, datamart_id, [await findSelected(client, path)]);
      const { keys, total } = await findKeys(client, datamart_id, points, page);
      return { items: await readBodies(client, datamart_id, keys), total };
    });
  }
}

/**
 * Reads the page's keys from the indexes alone. The total counts all keys anyway, so a late page costs as much as the
 * first; bodies are read for one page only.
 */
async function findKeys(
  client: pg.ClientBase,
  datamart_id: string,
  points: string[],
  { first_result, max_results, before }: ActivitiesQuery,
): Promise<{ keys: ActivityKey[]; total: number }> {
  const { rows } = await client.query<ActivityKey & { total: number; has_start: boolean }>(
    `with own as materialized (
        select user_point_id, ts, activity_id from activities
        where datamart_id = $1 and user_point_id = any($2::uuid[])),
      start as (select ts, activity_id from own where activity_id = $3 limit 1),
      page as (
        select * from own
        where $3::uuid is null or exists (
          select from start where own.ts < start.ts or own.ts = start.ts and own.activity_id > start.activity_id)
        order by ts desc, activity_id offset $4 limit $5)
      select page.*, total, has_start
      from (select count(*)::int as total, exists (select from start) as has_start from own) counted
      left join page on true
      order by ts desc, activity_id`,
    [datamart_id, points, before ?? null, first_result, max_results],
  );
  const [{ total, has_start } = { total: 0, has_start: false }] = rows;
  if (before !== undefined && !has_start) throw badData('before: is no activity of this user point');
  return { keys: rows.filter(({ activity_id }) => activity_id !== null), total };
}

/** The activities of the keys as JSON text, in their order. */
export async function readBodies(client: pg.ClientBase, datamart_id: string, keys: ActivityKey[]): Promise<string[]> {
  const { rows } = await client.query<ActivityKey & { received_ts: string; body: string }>(
    `select key.activity_id, key.ts, received_ts, body
      from unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::date[]) with ordinality
        as key (user_point_id, ts, activity_id, day, position)
      cross join lateral (
        select received_ts, body::text from activities a
        where a.day in (key.day, '-infinity') and a.datamart_id = $1
          and (a.user_point_id, a.ts, a.activity_id) = (key.user_point_id, key.ts, key.activity_id)
        limit 1) stored
      order by position`,
    [datamart_id, ...columnsOf(keys, 'user_point_id', 'ts', 'activity_id'), keys.map(({ ts }) => anyDay(Number(ts)))],
  );
  return rows.map(({ body, ...row }) => asStored(body, row));
}
