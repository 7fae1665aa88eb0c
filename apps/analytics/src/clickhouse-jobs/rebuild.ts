import type { ClickHouseConnection } from '../clickhouse/clickhouse-connection.js';
import { currentTimeline } from '../clickhouse/relations.js';

/** The facts that a backfill publishes again, and the positions of the messages that published them. */
const emptied = [
  'facts',
  'links',
  'survivors',
  'erasures',
  'memberships',
  'deleted_segments',
  'watermarks',
  'positions',
  'applied_messages',
  'gaps',
  'backfill_steps',
];

/** Deletes all facts, so that a backfill is requested. Measurements stay: no backfill publishes them. */
export async function rebuild(connection: ClickHouseConnection): Promise<void> {
  // ClickHouse refuses to truncate a table of more than 50 GB unless the statement says so.
  for (const table of emptied) await connection.command(`truncate table ${table}`, {}, { max_table_size_to_drop: '0' });
  await connection.command(
    `insert into gaps select timeline, concat(toString(timeline), '/start'), 0
      from (select ${currentTimeline} as timeline)`,
  );
}
