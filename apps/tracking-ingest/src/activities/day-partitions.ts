import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { transaction } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { dayMs, isoDay, keptDays } from './activity-day.js';

/** Creates the partitions of `activities`: some ahead of time, those of older days when the first activity comes. */
@Injectable()
export class DayPartitions implements OnApplicationBootstrap {
  private readonly known = new Set(['-infinity']);

  constructor(private readonly dataSource: DataSource) {}

  async onApplicationBootstrap(): Promise<void> {
    const now = Date.now();
    await this.ensure(new Set(Array.from({ length: keptDays.future + 1 }, (_, days) => isoDay(now + days * dayMs))));
  }

  /** Outside the transaction that inserts: adding a partition locks the table, for a moment only this way. */
  async ensure(days: Set<string>): Promise<void> {
    const missing = [...days].filter((day) => !this.known.has(day)).sort();
    if (missing.length === 0) return;
    await transaction(this.dataSource, async (client) => {
      // `if not exists` alone is no protection against another process that creates the same day at this moment.
      await client.query(`select pg_advisory_xact_lock(hashtext('activities.partitions'))`);
      for (const day of missing) await client.query(partitionOf(day));
    });
    for (const day of missing) this.known.add(day);
  }
}

/** DDL takes no parameters; `day` is our own `YYYY-MM-DD`. */
function partitionOf(day: string): string {
  const next = isoDay(Date.parse(day) + dayMs);
  return `create table if not exists activities_${day.replaceAll('-', '')}
    partition of activities for values from ('${day}') to ('${next}')`;
}
