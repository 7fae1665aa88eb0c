import { Inject, Injectable } from '@nestjs/common';
import type { ActivityTrace } from '@tributary/contracts/traces/activity-trace';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { query } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { SETTINGS, type TrackingSettings } from '../config.js';
import { traceIdSql } from './batch-traces.js';
import { endedTrace, type KnownDuplicates, type OwnerNow } from './ended-trace.js';
import { decodeEntry } from './trace-entry.js';

interface ReceiptRow {
  position: number;
  stored_ts: number;
  entries: Buffer;
}

@Injectable()
export class TracesRepository {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Pick<TrackingSettings, 'DEDUPE_WINDOW_DAYS'>,
  ) {}

  /** Undefined for an activity that has not ended, or whose id is forgotten. */
  async find(datamart_id: string, activity_id: string, now: number): Promise<ActivityTrace | undefined> {
    const { rows } = await query<ReceiptRow>(
      this.dataSource,
      `select ${traceIdSql.position} as position, trace.stored_ts::float8 as stored_ts, trace.entries
        from activity_receipts receipt join activity_traces trace on trace.datamart_id = receipt.datamart_id
          and trace.batch_id = receipt.${traceIdSql.batch}
        where receipt.datamart_id = $1 and receipt.activity_id = $2 and receipt.stored_ts >= $3`,
      [datamart_id, activity_id, now - this.settings.DEDUPE_WINDOW_DAYS * dayMs],
    );
    const [row] = rows;
    const entry = row && decodeEntry(row.entries, row.position, row.stored_ts);
    if (!entry) return undefined;
    const { user_point_id } = entry;
    const [owner, duplicates] = await Promise.all([
      user_point_id === undefined ? undefined : this.ownerOf(datamart_id, user_point_id),
      this.duplicatesOf(datamart_id, activity_id),
    ]);
    return endedTrace(activity_id, entry, { stored_ts: row.stored_ts, owner, duplicates });
  }

  private async ownerOf(datamart_id: string, user_point_id: string): Promise<OwnerNow> {
    const { rows } = await query<OwnerNow>(
      this.dataSource,
      `select (select survivor_id from user_point_merges where datamart_id = $1 and merged_id = $2) as survivor_id,
          erased.user_point_id is not null as is_erased, erased.erasure_ts::float8 as erasure_ts
        from (values (1)) as one
        left join erased_user_points erased on erased.datamart_id = $1 and erased.user_point_id = $2`,
      [datamart_id, user_point_id],
    );
    return rows[0] ?? { survivor_id: null, is_erased: false, erasure_ts: null };
  }

  private async duplicatesOf(datamart_id: string, activity_id: string): Promise<KnownDuplicates | undefined> {
    const { rows } = await query<KnownDuplicates>(
      this.dataSource,
      `select count, first_ts::float8 as first_ts, last_ts::float8 as last_ts, hash, is_mixed
        from activity_duplicates where datamart_id = $1 and activity_id = $2`,
      [datamart_id, activity_id],
    );
    return rows[0];
  }
}
