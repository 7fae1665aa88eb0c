import { Injectable } from '@nestjs/common';
import type { Incoming } from '@tributary/bus/incoming';
import { hourOf, type ActivitiesAccepted } from '@tributary/contracts/activities-accepted';
import { query } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { int64Id } from './int64-id.js';
import type { BalanceRow } from './sum-up.js';

/** Tables of the balance but `activity_counts`, which is written with the activities themselves. */
@Injectable()
export class BalanceRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Keeps of each run of a gateway the most it has told: tallies may come twice, and late. */
  async keepAccepted(told: ActivitiesAccepted[]): Promise<void> {
    const tallies = told.flatMap(({ instance, tallies }) => tallies.map((tally) => ({ instance, ...tally })));
    await query(
      this.dataSource,
      `insert into accepted_tallies as kept (hour_ts, datamart_id, instance, accepted, unsure)
        select hour_ts, datamart_id, instance, max(accepted), max(unsure)
        from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[])
          as told (hour_ts, datamart_id, instance, accepted, unsure)
        group by 1, 2, 3 order by 1, 2, 3
        on conflict (hour_ts, datamart_id, instance) do update set
          accepted = greatest(kept.accepted, excluded.accepted), unsure = greatest(kept.unsure, excluded.unsure)`,
      [
        tallies.map(({ hour_ts }) => hour_ts),
        tallies.map(({ datamart_id }) => int64Id(datamart_id)),
        tallies.map(({ instance }) => instance),
        tallies.map(({ accepted }) => accepted),
        tallies.map(({ unsure }) => unsure),
      ],
    );
  }

  /**
   * Counts messages that become dead letters, each once. They may be unreadable: their key and time tell enough. Without a
   * place the time keeps apart what came in twice under one id.
   */
  async keepRejected(messages: Pick<Incoming, 'key' | 'id' | 'time' | 'position'>[]): Promise<void> {
    await query(
      this.dataSource,
      `insert into rejected_activities (hour_ts, datamart_id, place)
        select * from unnest($1::bigint[], $2::bigint[], $3::text[]) order by 1, 2, 3 on conflict do nothing`,
      [
        messages.map(({ time }) => hourOf(time)),
        messages.map(({ key }) => int64Id(key.slice(0, key.indexOf('|')))),
        messages.map(({ position, id, time }) =>
          position ? `${position.partition}/${position.offset}` : `${id}@${time}`,
        ),
      ],
    );
  }

  /** The balance of each datamart and hour since then, the latest hour first. */
  async list(sinceTs: number): Promise<BalanceRow[]> {
    const { rows } = await query<BalanceRow>(
      this.dataSource,
      `select datamart_id, hour_ts::float8, accepted::float8, unsure::float8, stored::float8, duplicate::float8,
          erased::float8, rejected::float8, difference::float8
        from activity_balance where hour_ts >= $1 order by hour_ts desc, datamart_id`,
      [sinceTs],
    );
    return rows;
  }
}
