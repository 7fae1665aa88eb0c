import { pipeline } from '@tributary/database/pipeline';
import { columnsOf } from '@tributary/database/plain-array';
import type { Statement } from '@tributary/database/transaction';
import type pg from 'pg';
import { changeStatements } from '../collections/count-changes.js';

/** How many stored memberships a segment gained, or, if negative, lost. */
export interface SegmentGrowth {
  datamart_id: string;
  segment_id: string;
  change: number;
}

/**
 * Records what the transaction adds and removes, for the collection and for each segment. It only inserts rows, so that
 * transactions do not wait for each other; `addUpSegmentCounts` adds them up. Call it once per statement that changes
 * memberships: changes of one segment are summed.
 */
export async function countMemberships(client: pg.ClientBase, growth: SegmentGrowth[]): Promise<void> {
  const statements = [
    ...changeStatements(growth.map(({ datamart_id, change }) => ({ datamart_id, collection: 'UserSegment', change }))),
    ...segmentStatements(growth),
  ];
  if (statements.length > 0) await pipeline(client, () => statements.map((statement) => client.query(statement)));
}

function segmentStatements(growth: SegmentGrowth[]): Statement[] {
  const sums = new Map<string, SegmentGrowth>();
  for (const one of growth) {
    const key = `${one.datamart_id}/${one.segment_id}`;
    sums.set(key, { ...one, change: one.change + (sums.get(key)?.change ?? 0) });
  }
  const rows = [...sums.values()].filter(({ change }) => change !== 0);
  if (rows.length === 0) return [];
  return [
    {
      name: 'count-memberships',
      text: `insert into segment_count_changes (datamart_id, segment_id, change)
        select * from unnest($1::bigint[], $2::text[], $3::bigint[])`,
      values: columnsOf(rows, 'datamart_id', 'segment_id', 'change'),
    },
  ];
}

/** Has a row while there are changes to add up. */
export const anyCountChange: Statement = {
  name: 'any-segment-count-change',
  text: 'select from segment_count_changes limit 1',
};

/**
 * Adds the changes to the counts. Takes a lock until the transaction ends, because two additions at once could both insert
 * the count of a new segment, or one could delete what the other adds to.
 */
export async function addUpSegmentCounts(client: pg.ClientBase): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('segments.counts'))`);
  await client.query(`
    with changes as (delete from segment_count_changes returning *),
      sums as (
        select datamart_id, segment_id, sum(change)::bigint as change from changes
        group by 1, 2 having sum(change) <> 0)
    merge into segment_counts counted using sums
      on (counted.datamart_id, counted.segment_id) = (sums.datamart_id, sums.segment_id)
    when matched and counted.count + sums.change = 0 then delete
    when matched then update set count = counted.count + sums.change
    when not matched then insert (datamart_id, segment_id, count)
      values (sums.datamart_id, sums.segment_id, sums.change)`);
}
