import { eventLoopYielder } from '@tributary/bus/consuming/yield-to-event-loop';
import { uuid7 } from '@tributary/contracts/values/uuid';
import type pg from 'pg';
import { countNamings, setsOf, type KeptNamings, type Naming } from './count-namings.js';

/** Serializes what changes the counts of a datamart. The last lock of a transaction: who holds it waits for no other. */
export async function lockNamings(client: pg.ClientBase, datamart_id: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('namings', $1))`, [datamart_id]);
}

/** One transaction adds up at most these, in about a second: the erasures of the datamart wait for it. */
const [setsAtOnce, bytesAtOnce] = [50_000, 5_000_000];
/** Batches that are in memory at once, of these bytes. One of 1,000 activities with 100 identifiers each has 1.6 MB by itself. */
const [batchesInMemory, bytesInMemory] = [2_000, 500_000];
/** A statement stores at most these. */
const setsOfStatement = 5_000;

/** The datamarts with namings that are older than this time (ms), or as many as are added up at once. */
export async function findCollectedNamings(client: pg.ClientBase, before: number): Promise<string[]> {
  const { rows } = await client.query<{ datamart_id: string }>(
    `select datamart_id from pending_namings group by datamart_id
      having bool_or(id < $1::uuid) or sum(pg_column_size(named)) >= $2`,
    [uuid7(before), bytesAtOnce],
  );
  return rows.map(({ datamart_id }) => datamart_id);
}

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

/** Each set becomes one row, however many batches name it: so as many batches as possible are added up at once. */
async function addUpOldest(client: pg.ClientBase, datamart_id: string, identifier_ids?: string[]): Promise<boolean> {
  const counts = new Map<string, number>();
  let [isMore, bytes] = [true, 0];
  while (isMore && counts.size < setsAtOnce && bytes < bytesAtOnce) {
    const batches = await takeOldest(client, datamart_id, identifier_ids);
    await countSets(batches, counts);
    const taken = batches.reduce((sum, batch) => sum + batch.bytes, 0);
    bytes += taken;
    isMore = batches.length === batchesInMemory || taken >= bytesInMemory;
  }
  const namings = await inOrder(datamart_id, counts);
  for (let done = 0; done < namings.length; done += setsOfStatement)
    await countNamings(client, namings.slice(done, done + setsOfStatement));
  return isMore;
}

type TakenBatch = KeptNamings & { bytes: number };

async function takeOldest(client: pg.ClientBase, datamart_id: string, ids?: string[]): Promise<TakenBatch[]> {
  const { rows } = await client.query<TakenBatch>(
    `delete from pending_namings where datamart_id = $1 and id in (
        select id from (
          select id, sum(pg_column_size(named)) over (order by id) - pg_column_size(named) as bytes_before
          from (
            select id, named from pending_namings where datamart_id = $1 and ($2::uuid[] is null or named && $2)
            order by id limit $3) oldest) summed
        where bytes_before < $4)
      returning named::text, sizes::text, pg_column_size(named) as bytes`,
    [datamart_id, ids ?? null, batchesInMemory, bytesInMemory],
  );
  return rows;
}

/** Adds how often the batches name each set. */
async function countSets(batches: KeptNamings[], counts: Map<string, number>): Promise<void> {
  const yieldToEventLoop = eventLoopYielder();
  for (const batch of batches) {
    for (const named of setsOf(batch)) counts.set(named, (counts.get(named) ?? 0) + 1);
    await yieldToEventLoop();
  }
}

/** The counts of the sets, whose identifiers come in any order: each set is put in order once, however often it was named. */
async function inOrder(datamart_id: string, counts: Map<string, number>): Promise<Naming[]> {
  const yieldToEventLoop = eventLoopYielder();
  const namings = new Map<string, Naming>();
  for (const [named, count] of counts) {
    const identifier_ids = named.split(',').sort();
    const key = identifier_ids.join();
    const known = namings.get(key);
    if (known) known.count += count;
    else namings.set(key, { datamart_id, identifier_ids, count });
    await yieldToEventLoop();
  }
  return [...namings.values()];
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
