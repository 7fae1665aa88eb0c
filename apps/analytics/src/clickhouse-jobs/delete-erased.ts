import type { ClickHouseConnection } from '../clickhouse/clickhouse-connection.js';
import { survivorsOfTimeline } from '../clickhouse/relations.js';

// ClickHouse evaluates these in a mutation, with its own settings: a row without a match may have nulls or zeros.

const erasedPeople = `
  select e.datamart_id as datamart_id,
    if(s.user_point_id = e.user_point_id, assumeNotNull(s.survivor_id), e.user_point_id) as person
  from (select datamart_id, user_point_id from erasures where timeline = {timeline:UInt32}) e
  left any join ${survivorsOfTimeline} s on s.datamart_id = e.datamart_id and s.user_point_id = e.user_point_id`;

/** All ids of erased people: those that were erased, their survivors, and every id that was merged into those. */
const erasedIds = `
  select datamart_id, user_point_id from erasures where timeline = {timeline:UInt32}
  union all select datamart_id, person as user_point_id from (${erasedPeople})
  union all select datamart_id, user_point_id from ${survivorsOfTimeline} where (datamart_id, survivor_id) in (${erasedPeople})`;

const ofErased = `timeline = {timeline:UInt32} and (datamart_id, user_point_id) in (${erasedIds})`;

/** Waits for all replicas. The condition reads other tables, which ClickHouse refuses in a cluster by default. */
const deletion = { lightweight_deletes_sync: '2', mutations_sync: '2', allow_nondeterministic_mutations: 1 } as const;

const tables = ['facts', 'memberships'];

/**
 * Deletes the rows of erased people from the disk. No report has shown them since the erasure. Rows that arrive later are
 * deleted by a later call. Returns the number of deleted rows.
 */
export async function deleteErased(connection: ClickHouseConnection, timeline: number): Promise<number> {
  let deleted = 0;
  for (const table of tables) {
    const rows = await countErased(connection, timeline, table);
    if (rows === 0) continue;
    await connection.command(`delete from ${table} where ${ofErased}`, { timeline }, deletion);
    // A lightweight delete only hides rows.
    await connection.command(`alter table ${table} apply deleted mask`, {}, deletion);
    deleted += rows;
  }
  return deleted;
}

/** Rows of erased people that are on the disk, hidden ones included. */
async function countErased(connection: ClickHouseConnection, timeline: number, table: string): Promise<number> {
  const [row] = await connection.rows<{ rows: number }>(
    `select count() as rows from ${table} where ${ofErased} settings apply_deleted_mask = 0`,
    { timeline },
  );
  return row?.rows ?? 0;
}
