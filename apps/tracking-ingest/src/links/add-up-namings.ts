import { eventLoopYielder } from '@tributary/bus/consuming/yield-to-event-loop';
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

/** Batches that are added up at once, of these bytes. One of 1,000 activities with 100 identifiers each has 1.6 MB by itself. */
const [batchesAtOnce, bytesAtOnce] = [2_000, 500_000];

/** Adds up the namings of the oldest batches of a datamart. @returns whether there may be more than those that come in meanwhile */
export async function addUpNamings(client: pg.ClientBase, datamart_id: string): Promise<boolean> {
  await lockNamings(client, datamart_id);
  return addUpOldest(client, datamart_id);
}

/** Adds up the batches that name one of these identifiers. The transaction has the lock (`lockNamings`). */
export async function addUpNamingsOf(
  client: pg.ClientBase,
  datamart_id: string,
  identifier_ids: string[],
): Promise<void> {
  while (await addUpOldest(client, datamart_id, identifier_ids));
}

/** Each set becomes one row, however many batches name it: so as many batches as memory allows are added up at once. */
async function addUpOldest(client: pg.ClientBase, datamart_id: string, identifier_ids?: string[]): Promise<boolean> {
  const { rows } = await client.query<KeptNamings & { bytes: number }>(
    `delete from pending_namings where datamart_id = $1 and id in (
        select id from (
          select id, sum(pg_column_size(named)) over (order by id) - pg_column_size(named) as bytes_before
          from (
            select id, named from pending_namings where datamart_id = $1 and ($2::uuid[] is null or named && $2)
            order by id limit $3) oldest) summed
        where bytes_before < $4)
      returning named::text, sizes::text, pg_column_size(named) as bytes`,
    [datamart_id, identifier_ids ?? null, batchesAtOnce, bytesAtOnce],
  );
  const yieldToEventLoop = eventLoopYielder();
  const namings = new CountedNamings();
  for (const row of rows) {
    for (const named of setsOf(row)) namings.add({ datamart_id, identifier_ids: named });
    await yieldToEventLoop();
  }
  await countNamings(client, namings.list());
  return rows.length === batchesAtOnce || rows.reduce((sum, { bytes }) => sum + bytes, 0) >= bytesAtOnce;
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
