import { dayMs, isoDay } from '@tributary/contracts/rules/time-units';
import type pg from 'pg';
import { undated } from '../activities/activity-day.js';

/** Days whose partitions are searched first, and then: most people who are listed were active lately. */
const searchedDays = [2, 30, Infinity];

/**
 * The `$ts` of the newest activity of people, under all of their ids, by user point; without those who have none.
 *
 * @param idsOf their own id and those merged into them, by user point
 */
export async function readLastActivities(
  client: pg.ClientBase,
  datamart_id: string,
  idsOf: ReadonlyMap<string, string[]>,
  now: number,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const days of searchedDays) {
    const from = days === Infinity ? 0 : Date.parse(isoDay(now - days * dayMs));
    const pairs = [...idsOf].flatMap(([owner, ids]) => (found.has(owner) ? [] : ids.map((id) => [owner, id] as const)));
    if (pairs.length === 0) break;
    const { rows } = await client.query<{ owner: string; ts: number }>(
      `select owner, max(newest.ts)::float8 as ts
        from (select $1::bigint as datamart_id, unnest($2::uuid[]) as owner, unnest($3::uuid[]) as user_point_id) own
        cross join lateral (
          select a.ts from activities a
          where (a.datamart_id, a.user_point_id) = (own.datamart_id, own.user_point_id) and (a.day >= $4::date or a.day = $5::date)
          order by a.ts desc limit 1) newest
        group by owner`,
      [
        datamart_id,
        pairs.map(([owner]) => owner),
        pairs.map(([, id]) => id),
        days === Infinity ? undated : isoDay(from),
        undated,
      ],
    );
    // Activities of other days, older ones among them, share the undated partition.
    for (const { owner, ts } of rows) if (ts >= from || days === Infinity) found.set(owner, ts);
  }
  return found;
}
