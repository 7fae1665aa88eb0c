import { dayMs } from '@tributary/contracts/rules/time-units';
import { plainArray } from '@tributary/database/plain-array';
import type { Statement } from '@tributary/database/transaction';

/** How long the refusals of a day are kept: this day and those before it, UTC. */
export const refusedByChoiceDays = 30;

/** The start of the first of the last days, of which one is that of `now`. */
export const firstDayOf = (days: number, now: number): number => now - (now % dayMs) - (days - 1) * dayMs;

interface RefusedActivity {
  activity: {
    datamart_id: string;
    source_channel_id?: string;
    /** That of its partition, or one that is no date. */
    day: string;
    received_ts: number;
  };
  user_point_id: string;
}

/**
 * Counts refused activities, each for its channel, day, processing and person. Sent with the transaction that ends them, so that one
 * that is delivered again counts once. Their user points are locked, so that no two transactions wait for each other.
 *
 * @param refused with the processing that refuses
 */
export function refusalsByDay(refused: ReadonlyMap<RefusedActivity, string>): Statement {
  const rows = Array.from(refused, ([{ activity, user_point_id }, processing_id]) => {
    return { ...activity, user_point_id, processing_id };
  });
  return {
    name: 'count-refused-by-choice',
    text: `insert into refused_by_choice as known (datamart_id, channel_id, day_ts, processing_id, user_point_id, activities)
      select datamart_id, channel_id, day_ts, processing_id, user_point_id, count(*)
      from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::uuid[])
        as refused (datamart_id, channel_id, day_ts, processing_id, user_point_id)
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (datamart_id, channel_id, day_ts, processing_id, user_point_id)
        do update set activities = known.activities + excluded.activities`,
    values: [
      plainArray(rows.map(({ datamart_id }) => datamart_id)),
      rows.map(({ source_channel_id = '' }) => source_channel_id),
      plainArray(rows.map(dayOf)),
      rows.map(({ processing_id }) => processing_id),
      plainArray(rows.map(({ user_point_id }) => user_point_id)),
    ],
  };
}

/** The day of its partition. In the shared one, the day of its arrival counts, as it does for its retention. */
function dayOf({ day, received_ts }: RefusedActivity['activity']): number {
  const start = Date.parse(day);
  return Number.isNaN(start) ? received_ts - (received_ts % dayMs) : start;
}
