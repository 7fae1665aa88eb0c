import type { Collection } from '@tributary/contracts/user-point';
import type { Statement } from '@tributary/database/transaction';
import type pg from 'pg';

/** How many elements more (or, negative, less) a collection of a datamart holds. */
export interface CollectionChange {
  datamart_id: string;
  collection: Collection;
  /** Of activities and their events: the partition they are in, `YYYY-MM-DD` or `-infinity`. */
  day?: string;
  change: number;
}

/**
 * Counts what the transaction adds and takes away. Rows are only added here, so that transactions of one datamart do
 * not wait for each other; the counting adds them up. Call it once per transaction and kind: equal ones are summed.
 */
export async function countChanges(client: pg.ClientBase, changes: CollectionChange[]): Promise<void> {
  for (const statement of changeStatements(changes)) await client.query(statement);
}

/** What `countChanges` does, at most one statement, for who sends it with others. */
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
      values: [
        rows.map(({ datamart_id }) => datamart_id),
        rows.map(({ collection }) => collection),
        rows.map(({ day }) => day),
        rows.map(({ change }) => change),
      ],
    },
  ];
}

/** Whoever adds the changes up, or takes counts away, does so alone until the transaction ends. */
export const holdCounts = (client: pg.ClientBase) =>
  client.query(`select pg_advisory_xact_lock(hashtext('collections.counts'))`);
