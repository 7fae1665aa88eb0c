import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import { addUpNamings } from '../../src/links/add-up-namings.js';
import { keepNamings } from '../../src/links/count-namings.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

let database: TrackingDatabase;
beforeAll(async () => {
  database = await startTrackingDatabase();
});
afterAll(() => database.stop());

const datamart_id = '7';
const aPair = () => [randomUUID(), randomUUID()].toSorted();
const keep = (batches: string[][][]) =>
  transaction(database.dataSource, async (client) => {
    for (const batch of batches)
      await keepNamings(
        client,
        batch.map((identifier_ids) => ({ datamart_id, identifier_ids })),
      );
  });
const addUp = () => transaction(database.dataSource, (client) => addUpNamings(client, datamart_id));
const takenUntilNone = async () => {
  const taken: number[] = [];
  while (taken.at(-1) !== 0) taken.push(await addUp());
  return taken;
};
const counted = async (): Promise<Record<string, number>> => {
  const rows: { named: string; namings: string }[] = await database.dataSource.query(
    `select array_to_string(array_prepend(identifier_id, others), ',') as named, namings from identifiers_together`,
  );
  return Object.fromEntries(rows.map(({ named, namings }) => [named, Number(namings)]));
};

describe('namings of batches', () => {
  const [visitor, other] = [aPair(), aPair()];

  it('of one activity each are added up two thousand at a time, a row for each set', async () => {
    await keep(Array.from({ length: 2_500 }, (_, nth) => [nth % 5 === 0 ? other : visitor]));
    expect(await takenUntilNone()).toEqual([2_000, 500, 0]);
    expect(await counted()).toEqual({ [visitor.join()]: 2_000, [other.join()]: 500 });
  });

  it('of large batches are added up half a megabyte at a time, and one larger batch by itself', async () => {
    const pairs = Array.from({ length: 20_000 }, aPair); // 640 kB
    const tenth = pairs.slice(0, 2_000); // 64 kB
    await keep([pairs, tenth, pairs, ...Array.from({ length: 10 }, () => tenth)]);
    expect(await takenUntilNone()).toEqual([1, 2, 8, 2, 0]);
    const { [visitor.join()]: ofVisitor, [other.join()]: ofOther, ...ofPairs } = await counted();
    expect([ofVisitor, ofOther]).toEqual([2_000, 500]);
    expect(ofPairs).toEqual(Object.fromEntries(pairs.map((pair, nth) => [pair.join(), nth < 2_000 ? 13 : 2])));
  });
});
