import { flagRuleDays } from '@tributary/contracts/rules/flag-rules';
import { transaction } from '@tributary/database/transaction';
import { retryAtStart } from '@tributary/contracts/retry';
import { Upkeep } from '@tributary/runtime/repeater';
import { dayMs } from '@tributary/contracts/rules/time-units';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { countChanges } from '../collections/count-changes.js';
import type { TrackingSettings } from '../config.js';
import { refusedByChoiceDays } from '../consent/refused-by-choice.js';
import { keepAllErasures } from '../erasure-log/erasure-log.js';
import type { ErasureKey } from '../identity/erasure-key.js';
import type { LogErasures } from '../identity/keep-erasures.js';
import { isOver } from './activity-day.js';
import type { DayPartitions } from './day-partitions.js';
import { batchMemoryDays } from './execution-days.js';

const everyMs = 3_600_000;

/** Few enough that other transactions do not wait noticeably. */
const rowsPerStep = 5_000;

interface HousekeepingOptions {
  dataSource: DataSource;
  partitions: DayPartitions;
  settings: Pick<TrackingSettings, 'ACTIVITY_RETENTION_DAYS' | 'DEDUPE_WINDOW_DAYS' | 'ANALYSIS_MAX_WAIT'>;
  erasureKey: Pick<ErasureKey, 'macOf'>;
  logErasures?: LogErasures | undefined;
  onError: (error: unknown) => void;
}

/** Creates partitions ahead of time, deletes rows past their retention, and keeps erasures for good. */
export class Housekeeping extends Upkeep {
  constructor(private readonly options: HousekeepingOptions) {
    super();
    this.repeat(() => this.run(Date.now()), { everyMs, onError: options.onError });
  }

  override async onApplicationBootstrap(): Promise<void> {
    await retryAtStart(() => this.options.partitions.ensureAhead(Date.now()));
    await super.onApplicationBootstrap();
  }

  async run(now: number): Promise<void> {
    const { dataSource, partitions, settings, erasureKey, logErasures } = this.options;
    const { ACTIVITY_RETENTION_DAYS: retentionDays } = settings;
    await partitions.ensureAhead(now);
    await partitions.drop((day) => isOver(day, now, retentionDays));
    await inSteps(dataSource, (client) => deleteUndated(client, now - retentionDays * dayMs));
    for (const table of Object.keys(timeColumns) as TimedTable[])
      await inSteps(dataSource, (client) => deleteOlder(client, table, now - retentionMs(table, settings)));
    // Last: without its key it fails.
    await keepAllErasures(dataSource, erasureKey, logErasures);
  }
}

/** How long the names of events and properties stay listed that are not seen any more, and their counts and values. */
const observedDays: Partial<Record<TimedTable, number>> = {
  event_type_days: 8,
  observed_event_types: 90,
  observed_properties: 90,
  observed_values: 30,
};

function retentionMs(table: TimedTable, settings: HousekeepingOptions['settings']): number {
  const { DEDUPE_WINDOW_DAYS: windowDays, ANALYSIS_MAX_WAIT: maxWaitMs } = settings;
  if (table === 'refused_activities') return 0;
  if (table in observedDays) return (observedDays[table] ?? 0) * dayMs;
  if (table === 'refused_by_choice') return refusedByChoiceDays * dayMs;
  if (table === 'gains') return flagRuleDays.merges * dayMs;
  if (table === 'import_batches') return batchMemoryDays * dayMs;
  // Claims from before the window that come later were replayed: they are compared with the kept erasures, too. An older version
  // knows none, so they stay here until no activity can still be on its way.
  return table === 'erased_identifiers' ? windowDays * dayMs + maxWaitMs : windowDays * dayMs;
}

/** Repeats a step, each in its own transaction, until it deletes less than a full step. */
async function inSteps(dataSource: DataSource, step: (client: pg.ClientBase) => Promise<number>): Promise<void> {
  while ((await transaction(dataSource, step)) === rowsPerStep);
}

/** The retention of an activity in the shared partition counts from its arrival. */
async function deleteUndated(client: pg.ClientBase, before: number): Promise<number> {
  const { rows } = await client.query<{ datamart_id: string; event_count: number }>(
    `delete from activities_undated a using (
        select datamart_id, ctid as tid from activities_undated where received_ts < $1 order by received_ts limit $2) due
      where (a.datamart_id, a.ctid) = (due.datamart_id, due.tid)
      returning a.datamart_id, a.event_count`,
    [before, rowsPerStep],
  );
  await countChanges(
    client,
    rows.flatMap(({ datamart_id, event_count }) => [
      { datamart_id, collection: 'UserActivity' as const, change: -1 },
      { datamart_id, collection: 'UserEvent' as const, change: -event_count },
    ]),
  );
  return rows.length;
}

/** Tables whose rows are needed for a time only: the deduplication window, or the time of an execution. */
const timeColumns = {
  activity_receipts: 'stored_ts',
  activity_traces: 'stored_ts',
  activity_duplicates: 'last_ts',
  erased_identifiers: 'erasure_ts',
  import_batches: 'applied_ts',
  activity_counts: 'hour_ts',
  accepted_counts: 'hour_ts',
  rejected_activities: 'hour_ts',
  refused_activities: 'expires_ts',
  refusal_sources: 'updated_ts',
  event_type_days: 'day_ts',
  observed_event_types: 'last_seen_ts',
  observed_properties: 'last_seen_ts',
  observed_values: 'seen_ts',
  gains: 'ts',
  refused_by_choice: 'day_ts',
};
type TimedTable = keyof typeof timeColumns;

/** Erasures are never forgotten before they are kept for good. */
const conditions: Partial<Record<TimedTable, string>> = { erased_identifiers: 'and kept_ts = erasure_ts' };

async function deleteOlder(client: pg.ClientBase, table: TimedTable, before: number): Promise<number> {
  const time = timeColumns[table];
  const { rowCount } = await client.query(
    `delete from ${table} t using (
        select datamart_id, ctid as tid from ${table} where ${time} < $1 ${conditions[table] ?? ''} order by ${time} limit $2) due
      where (t.datamart_id, t.ctid) = (due.datamart_id, due.tid)`,
    [before, rowsPerStep],
  );
  return rowCount ?? 0;
}
