import type pg from 'pg';
import { countChanges } from '../collections/count-changes.js';

/** Deletes all activities of user points. Their receipts stay, so that a redelivered activity is not stored again. */
export async function eraseActivities(
  client: pg.ClientBase,
  datamart_id: string,
  user_point_ids: string[],
): Promise<void> {
  const { rows } = await client.query<{ day: string; activities: number; events: number }>(
    `with erased as (
        delete from activities a using (select $1::bigint as datamart_id, unnest($2::uuid[]) as user_point_id) erased
        where (a.datamart_id, a.user_point_id) = (erased.datamart_id, erased.user_point_id) returning a.day, a.event_count)
      select day::text, count(*)::int as activities, sum(event_count)::int as events from erased group by day`,
    [datamart_id, user_point_ids],
  );
  await countChanges(
    client,
    rows.flatMap(({ day, activities, events }) => [
      { datamart_id, day, collection: 'UserActivity' as const, change: -activities },
      { datamart_id, day, collection: 'UserEvent' as const, change: -events },
    ]),
  );
}
