import type pg from 'pg';
import { CountedNamings, countNamings, setsOf, type KeptNamings } from './count-namings.js';

/** Serializes what changes the counts of a datamart. The last lock of a transaction: who holds it waits for no other. */
export async function lockNamings(client: pg.ClientBase, datamart_id: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('namings', $1))`, [datamart_id]);
}

/** The datamarts with namings of batches that are not added up. */
export async function findPendingNamings(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ datamart_id: string }>('select distinct datamart_id from pending_namings');
  return rows.map(({ datamart_id }) => datamart_id);
}

/** Batches that are read at once: one of 1,000 activities with 100 identifiers each has 4 MB. */
export const batchesAtOnce = 10;

/** Adds up the namings of the oldest batches of a datamart, and returns the number of batches. */
export async function addUpNamings(client: pg.ClientBase, datamart_id: string): Promise<number> {
  await lockNamings(client, datamart_id);
  const { rows } = await client.query<KeptNamings>(
    `delete from pending_namings where datamart_id = $1 and id in (
        select id from pending_namings where datamart_id = $1 order by id limit $2)
      returning named::text, sizes::text`,
    [datamart_id, batchesAtOnce],
  );
  await addUp(client, datamart_id, rows);
  return rows.length;
}

/** Adds up the batches that name one of these identifiers. The transaction has the lock (`lockNamings`). */
export async function addUpNamingsOf(
  client: pg.ClientBase,
  datamart_id: string,
  identifier_ids: string[],
): Promise<void> {
  for (let read = batchesAtOnce; read === batchesAtOnce;) {
    const { rows } = await client.query<KeptNamings>(
      `delete from pending_namings where datamart_id = $1 and id in (
          select id from pending_namings where datamart_id = $1 and named && $2::uuid[] order by id limit $3)
        returning named::text, sizes::text`,
      [datamart_id, identifier_ids, batchesAtOnce],
    );
    await addUp(client, datamart_id, rows);
    read = rows.length;
  }
}

/** Deletes the counts of all identifiers of a person. */
export async function eraseNamings(
  client: pg.ClientBase,
  datamart_id: string,
  identifier_ids: string[],
): Promise<void> {
  await lockNamings(client, datamart_id);
  await addUpNamingsOf(client, datamart_id, identifier_ids);
  await client.query(
    `delete from identifiers_together t using (select $1::bigint as datamart_id, unnest($2::uuid[]) as identifier_id) erased
      where (t.datamart_id, t.identifier_id) = (erased.datamart_id, erased.identifier_id)`,
    [datamart_id, identifier_ids],
  );
}

async function addUp(client: pg.ClientBase, datamart_id: string, rows: KeptNamings[]): Promise<void> {
  const namings = new CountedNamings();
  for (const row of rows) for (const identifier_ids of setsOf(row)) namings.add({ datamart_id, identifier_ids });
  await countNamings(client, namings.list());
}
