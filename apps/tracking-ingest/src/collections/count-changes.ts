import type { Collection } from '@tributary/contracts/tracking/user-point';
import { columnsOf } from '@tributary/database/plain-array';
import type { Statement } from '@tributary/database/transaction';
import type pg from 'pg';

/** How many elements a collection of a datamart gained, or, if negative, lost. */
export interface CollectionChange {
  datamart_id: string;
  collection: Collection;
  /** For activities and their events: their partition, `YYYY-MM-DD` or `-infinity`. */
  day?: string;
  change: number;
}

/**
 * Records what the transaction adds and removes. It only inserts rows, so that transactions of one datamart do not wait for
 * each other; `countCollections` adds them up. Call it once per transaction and kind: changes of one collection are summed.
 */
export async function countChanges(client: pg.ClientBase, changes: CollectionChange[]): Promise<void> {
  for (const statement of changeStatements(changes)) await client.query(statement);
}

/** The statement of `countChanges`, to be sent together with others. None if nothing changes. */
export function changeStatements(changes: CollectionChange[]): Statement[] {
  const sums = new Map<string, Required<CollectionChange>>();
  for (const { datamart_id, collection, day = '-infinity', change } of changes) {
    const key = `${datamart_id}/${collection}/${day}`;
    const sum = sums.get(key);
    if (sum) sum.change += change;
    else sums.set(key, { datamart_id, collection, day, change });
  }
  const rows = [...sums.values()].filter(({ change }) => change !== 0);
  if (rows.length === 0) return [];
  return [
    {
      name: 'count-changes',
      text: `insert into collection_changes (datamart_id, collection, day, change)
        select * from unnest($1::bigint[], $2::text[], $3::date[], $4::bigint[])`,
      values: columnsOf(rows, 'datamart_id', 'collection', 'day', 'change'),
    },
  ];
}

/** Serializes transactions that add up changes or delete counts. Held until the transaction ends. */
export const lockCounts = (client: pg.ClientBase) =>
  client.query(`select pg_advisory_xact_lock(hashtext('collections.counts'))`);
