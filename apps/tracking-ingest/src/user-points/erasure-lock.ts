import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';

/**
 * Keeps erasures of the datamarts off until the transaction ends: whom it reads stays, without a lock on each of them.
 * Taken before anything is read of people, and before any other lock on them, in one order.
 */
export async function keepErasuresOff(client: pg.ClientBase, datamart_ids: Set<string>): Promise<void> {
  await client.query({
    name: 'keep-erasures-off',
    text: `select count(pg_advisory_xact_lock_shared(hashtextextended('erasures', datamart_id)))
      from (select * from unnest($1::bigint[]) as datamart_id order by 1) ordered`,
    values: [plainArray([...datamart_ids])],
  });
}

/** Waits until nobody keeps erasures of the datamart off; who comes meanwhile waits for the transaction's end. */
export async function holdErasures(client: pg.ClientBase, datamart_id: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('erasures', $1))`, [datamart_id]);
}

/** Erasures of a datamart come one after the other: two of one person would wait for each other's rows. */
export async function eraseInTurn(client: pg.ClientBase, datamart_id: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('erasures in turn', $1))`, [datamart_id]);
}
