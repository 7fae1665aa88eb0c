import { Injectable } from '@nestjs/common';
import { formatPosition } from '@tributary/bus/dead-letters/record-position';
import type { Incoming } from '@tributary/bus/messages/incoming';
import { hourOf, type ActivitiesAccepted } from '@tributary/contracts/tracking/activities-accepted';
import { columnsOf } from '@tributary/database/plain-array';
import { query } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { int64Id } from '../int64.js';
import { states, type ReconciliationRow } from './sum-up.js';

/** The tables of reconciliation, except `activity_counts`: count-batch.ts writes it with the activities. */
@Injectable()
export class ReconciliationRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Keeps the highest counts of each run of a gateway, because messages may arrive twice or late. */
  async saveAccepted(messages: ActivitiesAccepted[]): Promise<void> {
    const counts = messages.flatMap(({ instance, counts }) => counts.map((count) => ({ instance, ...count })));
    await query(
      this.dataSource,
      {
        name: 'save-accepted',
        text: `insert into accepted_counts as saved (datamart_id, hour_ts, instance, accepted, uncertain)
        select datamart_id, hour_ts, instance, max(accepted), max(uncertain)
        from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[])
          as received (datamart_id, hour_ts, instance, accepted, uncertain)
        group by 1, 2, 3 order by 1, 2, 3
        on conflict (datamart_id, hour_ts, instance) do update set
          accepted = greatest(saved.accepted, excluded.accepted),
          uncertain = greatest(saved.uncertain, excluded.uncertain)`,
      },
      [
        counts.map(({ datamart_id }) => int64Id(datamart_id)),
        ...columnsOf(counts, 'hour_ts', 'instance', 'accepted', 'uncertain'),
      ],
    );
  }

  /**
   * Counts each message that becomes a dead letter once. Its value may be unreadable, but its key and time are enough.
   * Without a position, the time distinguishes two messages with the same id.
   */
  async saveRejected(messages: Pick<Incoming, 'key' | 'id' | 'time' | 'position' | 'part'>[]): Promise<void> {
    await query(
      this.dataSource,
      `insert into rejected_activities (datamart_id, hour_ts, record_position)
        select * from unnest($1::bigint[], $2::bigint[], $3::text[]) as rejected (datamart_id, hour_ts, record_position)
        order by 1, 2, 3 on conflict do nothing`,
      [
        messages.map(({ key }) => int64Id(key.slice(0, key.indexOf('|')))),
        messages.map(({ time }) => hourOf(time)),
        messages.map(({ position, part, id, time }) => (position ? formatPosition(position, part) : `${id}@${time}`)),
      ],
    );
  }

  /** One row per hour and datamart from `sinceTs` on, the latest hour first. */
  async list(sinceTs: number): Promise<ReconciliationRow[]> {
    const { rows } = await query<ReconciliationRow>(
      this.dataSource,
      `select datamart_id, hour_ts::float8, ${states.map((state) => `${state}::float8`).join(', ')}, difference::float8
        from activity_reconciliation where hour_ts >= $1 order by hour_ts desc, datamart_id`,
      [sinceTs],
    );
    return rows;
  }
}
