import { Inject, Injectable } from '@nestjs/common';
import { mostCounted, type LeftOut, type LeftOutQuestion } from '@tributary/contracts/analytics/explanation';
import { firstLikelyTime } from '@tributary/contracts/tracking/early-time';
import { query } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { SETTINGS, type TrackingSettings } from '../config.js';
import { isKnown, knownWindows, type CountWindow } from './known-windows.js';

interface HourSums {
  refused: number;
  dropped: number;
  dropped_on_error: number;
}

/** Reads counts that are kept anyway, each by an index: what a report leaves out costs no activity anything. */
@Injectable()
export class LeftOutRepository {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS)
    private readonly settings: Pick<TrackingSettings, 'DEDUPE_WINDOW_DAYS' | 'ACTIVITY_RETENTION_DAYS'>,
  ) {}

  async read({ datamart_id, ...range }: LeftOutQuestion, now: number): Promise<LeftOut> {
    const { counts, activities, merges } = knownWindows(range, this.settings, now);
    const [live, refusedLines, early, merged] = await Promise.all([
      this.sumHours(datamart_id, counts),
      this.refusedLines(datamart_id, counts),
      this.earlyActivities(datamart_id, activities),
      this.merges(datamart_id, merges),
    ]);
    const within = (window: CountWindow, count: number) => ({
      count: isKnown(window, range.from_ts) ? count : null,
      ...window,
    });
    return {
      refused_by_choice: within(counts, live.refused + refusedLines),
      dropped: within(counts, live.dropped + live.dropped_on_error),
      dropped_on_error: within(counts, live.dropped_on_error),
      suspicious_time: within(activities, early),
      people_merged: { count: merged, ...merges },
    };
  }

  private async sumHours(datamart_id: string, { since_ts, until_ts }: CountWindow): Promise<HourSums> {
    const { rows } = await query<HourSums>(
      this.dataSource,
      `select coalesce(sum(refused_by_choice), 0)::float8 as refused, coalesce(sum(dropped), 0)::float8 as dropped,
          coalesce(sum(dropped_on_error), 0)::float8 as dropped_on_error
        from activity_counts where datamart_id = $1 and hour_ts >= $2 and hour_ts < $3`,
      [datamart_id, since_ts, until_ts],
    );
    return rows[0] ?? { refused: 0, dropped: 0, dropped_on_error: 0 };
  }

  private async refusedLines(datamart_id: string, { since_ts, until_ts }: CountWindow): Promise<number> {
    return this.number(
      `select coalesce(sum(total_refused_by_choice), 0)::float8 as count from import_batches
        where datamart_id = $1 and applied_ts >= $2 and applied_ts < $3 and total_refused_by_choice > 0`,
      [datamart_id, since_ts, until_ts],
    );
  }

  /** They are in no partition of a day. */
  private async earlyActivities(datamart_id: string, { since_ts, until_ts }: CountWindow): Promise<number> {
    return this.number(
      `select count(*)::float8 as count from (
        select 1 from activities_undated
        where datamart_id = $1 and received_ts >= $2 and received_ts < $3 and ts < ${firstLikelyTime}
        limit ${mostCounted}) early`,
      [datamart_id, since_ts, until_ts],
    );
  }

  private async merges(datamart_id: string, { since_ts }: CountWindow): Promise<number> {
    return this.number(
      `select count(*)::float8 as count from (
        select 1 from user_point_merges where datamart_id = $1 and merge_ts >= $2 limit ${mostCounted}) merged`,
      [datamart_id, since_ts],
    );
  }

  private async number(sql: string, values: unknown[]): Promise<number> {
    const { rows } = await query<{ count: number }>(this.dataSource, sql, values);
    return rows[0]?.count ?? 0;
  }
}
