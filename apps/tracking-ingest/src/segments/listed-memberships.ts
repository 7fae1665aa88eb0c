import type pg from 'pg';
import { countMemberships, type SegmentGrowth } from './count-memberships.js';

/** How many memberships a list has at most. */
export interface ListSize {
  rowsPerBatch: number;
  batches: number;
}

/** SQL about the columns of `user_segments`, with the values of its parameters from $1 on. */
interface Condition {
  sql: string;
  values: unknown[];
}

/**
 * The row ids of memberships, those that expire first at the front, as texts of `rowsPerBatch` each. They are listed once for
 * many small transactions, each of which would otherwise pass all index entries that those before it have left behind.
 */
export async function listMemberships(
  client: pg.ClientBase,
  { sql, values }: Condition,
  { rowsPerBatch, batches }: ListSize,
): Promise<string[]> {
  const [perBatch, count] = [`$${values.length + 1}::int`, `$${values.length + 2}::int`];
  const { rows } = await client.query<{ tids: string }>(
    // The order of the indexes, so that the plan follows one: only such a scan marks the entries of deleted rows, and skips them.
    `select array_agg(tid)::text as tids
      from (
        select ctid as tid, (row_number() over (order by expiration_ts) - 1) / ${perBatch} as batch from user_segments
        where ${sql} order by expiration_ts limit ${perBatch} * ${count}
      ) listed
      group by batch order by batch`,
    [...values, rowsPerBatch, batches],
  );
  return rows.map(({ tids }) => tids);
}

/**
 * Deletes listed memberships that still meet the condition, and returns their number. Those that have moved, or that a
 * transaction is writing, are left for the next list.
 *
 * @param condition on expressions of the columns, which no index matches: otherwise the planner may scan all of that index
 */
export async function deleteListed(client: pg.ClientBase, tids: string, { sql, values }: Condition): Promise<number> {
  const { rows } = await client.query<SegmentGrowth>(
    `with deleted as (
        delete from user_segments s using (
          select datamart_id, ctid as tid from user_segments
          where ctid = any($${values.length + 1}::tid[]) and ${sql} for update skip locked) listed
        where (s.datamart_id, s.ctid) = (listed.datamart_id, listed.tid)
        returning s.datamart_id, s.segment_id)
      select datamart_id, segment_id, -count(*)::int as change from deleted group by datamart_id, segment_id`,
    [...values, tids],
  );
  await countMemberships(client, rows);
  return rows.reduce((sum, { change }) => sum - change, 0);
}
