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
const batchesLeft = async () => {
  const [row] = await database.dataSource.query<{ batches: number }[]>(
    'select count(*)::int as batches from pending_namings',
  );
  return row?.batches;
};
/** The batches that are left after each round, until there are no more than those that come in meanwhile. */
const leftAfterRounds = async () => {
  const left: (number | undefined)[] = [];
  for (let isMore = true; isMore;) {
    isMore = await transaction(database.dataSource, (client) => addUpNamings(client, datamart_id));
    left.push(await batchesLeft());
  }
  return left;
};
const counted = async (): Promise<Record<string, number>> => {
  const rows: { named: string; namings: string }[] = await database.dataSource.query(
    `select array_to_string(array_prepend(identifier_id, others), ',') as named, namings from identifiers_together`,
  );
  return Object.fromEntries(rows.map(({ named, namings }) => [named, Number(namings)]));
};

describe('namings of batches', () => {
  it('that come in while others are added up are left to the next time', async () => {
    await keep([[aPair()]]);
    expect(await transaction(database.dataSource, (client) => addUpNamings(client, datamart_id))).toBe(false);
    await database.dataSource.query('truncate identifiers_together');
  });

  const [visitor, other] = [aPair(), aPair()];

  it('of one activity each are added up two thousand at a time, a row for each set', async () => {
    await keep(Array.from({ length: 2_500 }, (_, nth) => [nth % 5 === 0 ? other : visitor]));
    expect(await leftAfterRounds()).toEqual([500, 0]);
    expect(await counted()).toEqual({ [visitor.join()]: 2_000, [other.join()]: 500 });
  });

  it('of large batches are added up half a megabyte at a time, and one larger batch by itself', async () => {
    const pairs = Array.from({ length: 20_000 }, aPair); // 640 kB
    const tenth = pairs.slice(0, 2_000); // 64 kB
    await keep([pairs, tenth, pairs, ...Array.from({ length: 10 }, () => tenth)]);
    expect(await leftAfterRounds()).toEqual([12, 10, 2, 0]);
    const { [visitor.join()]: ofVisitor, [other.join()]: ofOther, ...ofPairs } = await counted();
    expect([ofVisitor, ofOther]).toEqual([2_000, 500]);
    expect(ofPairs).toEqual(Object.fromEntries(pairs.map((pair, nth) => [pair.join(), nth < 2_000 ? 13 : 2])));
  });
});
