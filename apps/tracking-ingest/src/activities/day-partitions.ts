import { dayMs, isoDay } from '@tributary/contracts/rules/time-units';
import { Injectable } from '@nestjs/common';
import { query, transaction } from '@tributary/database/transaction';
import { isMissingPartition } from '@tributary/database/transient';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { lockCounts } from '../collections/count-changes.js';
import { daysAhead, undated } from './activity-day.js';

/** Adds and drops partitions of `activities` without blocking writers and readers. */
@Injectable()
export class DayPartitions {
  private readonly known = new Set([undated]);

  constructor(private readonly dataSource: DataSource) {}

  /** For today and the next days. */
  async ensureAhead(now: number): Promise<void> {
    await this.ensure(new Set(Array.from({ length: daysAhead + 1 }, (_, days) => isoDay(now + days * dayMs))));
  }

  /**
   * Runs a transaction that inserts activities of these days. After a failover or a restore the database may lack
   * partitions that this process has seen. Then they are created and the transaction runs a second time.
   */
  async withPartitions<T>(days: Set<string>, run: () => Promise<T>): Promise<T> {
    await this.ensure(days);
    try {
      return await run();
    } catch (error) {
      if (!isMissingPartition(error)) throw error;
      for (const day of days) if (day !== undated) this.known.delete(day);
      await this.ensure(days);
      return run();
    }
  }

  /** Runs outside the inserting transaction, so that the lock for adding a partition is held only briefly. */
  async ensure(days: Set<string>): Promise<void> {
    const missing = [...days].filter((day) => !this.known.has(day)).sort();
    if (missing.length === 0) return;
    await transaction(this.dataSource, async (client) => {
      await lockPartitions(client);
      for (const day of missing) await addPartition(client, day);
    });
    for (const day of missing) this.known.add(day);
  }

  /** Returns the dropped days. A partition that cannot be dropped now is left for the next run. */
  async drop(isOver: (day: string) => boolean): Promise<string[]> {
    // The lock is held while other connections work: DETACH CONCURRENTLY cannot run inside a transaction.
    return transaction(this.dataSource, async (client) => {
      await lockPartitions(client);
      const over = (await listPartitions(client)).filter(({ day, state }) => state !== 'attached' || isOver(day));
      for (const { table, day, state } of over) {
        if (state !== 'detached') {
          const how = state === 'detaching' ? 'finalize' : 'concurrently';
          await query(this.dataSource, `alter table activities detach partition ${table} ${how}`);
        }
        await this.dropTable(table, day);
        this.known.delete(day);
      }
      return over.map(({ day }) => day);
    });
  }

  private dropTable(table: string, day: string): Promise<void> {
    return transaction(this.dataSource, async (client) => {
      await lockCounts(client);
      await client.query(`drop table ${table}`);
      await client.query('delete from collection_counts where day = $1', [day]);
      await client.query('delete from collection_changes where day = $1', [day]);
    });
  }
}

const lockPartitions = (client: pg.ClientBase) =>
  client.query(`select pg_advisory_xact_lock(hashtext('activities.partitions'))`);

/** DDL takes no parameters; `day` is always our own `YYYY-MM-DD`. */
const tableOf = (day: string) => `activities_${day.replaceAll('-', '')}`;

/** Creates the table first and attaches it then: CREATE TABLE … PARTITION OF would lock out readers and writers. */
async function addPartition(client: pg.ClientBase, day: string): Promise<void> {
  const table = tableOf(day);
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table]);
  if (rows[0]?.exists) return;
  const next = isoDay(Date.parse(day) + dayMs);
  await client.query(`create table ${table} (like activities including defaults including constraints)`);
  await client.query(`alter table activities attach partition ${table} for values from ('${day}') to ('${next}')`);
}

interface Partition {
  table: string;
  day: string;
  /** A crash may leave a partition half dropped. */
  state: 'attached' | 'detaching' | 'detached';
}

async function listPartitions(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select relname as table, to_date(substr(relname, 12), 'YYYYMMDD')::text as day,
        case when inhrelid is null then 'detached' when inhdetachpending then 'detaching' else 'attached' end as state
      from pg_class left join pg_inherits on inhrelid = pg_class.oid
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname ~ '^activities_\\d{8}$'
      order by 1`,
  );
  return rows;
}
