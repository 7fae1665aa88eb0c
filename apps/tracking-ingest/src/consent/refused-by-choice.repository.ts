import { isoDay } from '@tributary/contracts/rules/time-units';
import { Injectable } from '@nestjs/common';
import type {
  RefusedByChoice,
  RefusedByChoicePage,
  RefusedByChoiceQuestion,
} from '@tributary/contracts/consent/channel-consent';
import { query } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { firstDayOf, refusedByChoiceDays } from './refused-by-choice.js';

interface Row extends Omit<RefusedByChoice, 'date'> {
  day_ts: number;
  total: number;
}

@Injectable()
export class RefusedByChoiceRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The newest day first. */
  async list(
    { datamart_id, channel_id, first_result, max_results }: RefusedByChoiceQuestion,
    now: number,
  ): Promise<RefusedByChoicePage> {
    const { rows } = await query<Row | { total: number; day_ts: null }>(
      this.dataSource,
      `with days as (
          select day_ts, processing_id, sum(activities)::float8 as activities,
            count(distinct coalesce(survivor_id, user_point_id))::float8 as people
          from refused_by_choice refused
            left join user_point_merges on user_point_merges.datamart_id = $1 and merged_id = user_point_id
          where refused.datamart_id = $1 and channel_id = $2 and day_ts >= $3
          group by day_ts, processing_id)
        select page.*, day_ts::float8 as day_ts, all_days.total from (select count(*)::int as total from days) all_days
        left join (select * from days order by day_ts desc, processing_id limit $5 offset $4) page on true
        order by page.day_ts desc, processing_id`,
      [datamart_id, channel_id, firstDayOf(refusedByChoiceDays, now), first_result, max_results],
    );
    const items = rows.flatMap((row) => (row.day_ts === null ? [] : [toDay(row)]));
    return { items, total: rows[0]?.total ?? 0 };
  }
}

const toDay = ({ day_ts, processing_id, activities, people }: Row): RefusedByChoice => ({
  date: isoDay(day_ts),
  processing_id,
  activities,
  people,
});
