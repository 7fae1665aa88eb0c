import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';

/**
 * Keeps erasures out of the datamarts until the transaction ends: user points that it reads stay, without a lock on each.
 * Taken before the transaction reads user points and before its other locks on them, in one order.
 */
export async function lockErasuresShared(client: pg.ClientBase, datamart_ids: Set<string>): Promise<void> {
  await client.query({
    name: 'lock-erasures-shared',
    text: `select count(pg_advisory_xact_lock_shared(hashtextextended('erasures', datamart_id)))
      from (select * from unnest($1::bigint[]) as datamart_id order by 1) ordered`,
    values: [plainArray([...datamart_ids])],
  });
}

/** Waits for the transactions that hold the shared lock of the datamart; later ones wait for the end of this transaction. */
export async function lockErasuresExclusive(client: pg.ClientBase, datamart_id: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('erasures', $1))`, [datamart_id]);
}

/** Serializes erasures of a datamart: two erasures of one person would deadlock on its rows. */
export async function serializeErasures(client: pg.ClientBase, datamart_id: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('serialized erasures', $1))`, [datamart_id]);
}
