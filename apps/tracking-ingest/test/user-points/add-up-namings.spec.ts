import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import { createLogger } from '@tributary/runtime/logger';
import { addUpNamings } from '../../src/links/add-up-namings.js';
import { keepNamings } from '../../src/links/count-namings.js';
import { NamingsUpkeep } from '../../src/links/namings-upkeep.js';
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

  it('of one activity each are added up together, a row for each set in any order', async () => {
    await keep(
      Array.from({ length: 2_500 }, (_, nth) => [nth % 5 === 0 ? other : nth % 2 ? visitor.toReversed() : visitor]),
    );
    expect(await leftAfterRounds()).toEqual([0]);
    expect(await counted()).toEqual({ [visitor.join()]: 2_000, [other.join()]: 500 });
  });

  it('of more sets than one transaction stores in a moment are added up in several', async () => {
    const batches = Array.from({ length: 5 }, () => Array.from({ length: 15_000 }, aPair)); // 480 kB each
    await keep(batches);
    expect(await leftAfterRounds()).toEqual([1, 0]);
    const { [visitor.join()]: ofVisitor, [other.join()]: ofOther, ...ofPairs } = await counted();
    expect([ofVisitor, ofOther]).toEqual([2_000, 500]);
    expect(ofPairs).toEqual(Object.fromEntries(batches.flat().map((pair) => [pair.join(), 1])));
  });

  it('of more than five megabytes are added up in several transactions, however few sets they are', async () => {
    await database.dataSource.query('truncate identifiers_together');
    await keep(Array.from({ length: 10 }, () => Array.from({ length: 20_000 }, () => visitor))); // 640 kB each
    expect(await leftAfterRounds()).toEqual([2, 0]);
    expect(await counted()).toEqual({ [visitor.join()]: 200_000 });
  });

  it('wait for ten minutes, or until they are many', async () => {
    const upkeep = new NamingsUpkeep(database.dataSource, createLogger('tested', 'silent'));
    await keep([[visitor]]);
    const kept = Date.now();
    await upkeep.run(kept + 590_000);
    expect(await batchesLeft()).toBe(1);
    await upkeep.run(kept + 600_001);
    expect(await batchesLeft()).toBe(0);
    await keep(Array.from({ length: 5 }, () => Array.from({ length: 30_000 }, () => visitor))); // 960 kB each
    await upkeep.run();
    expect(await batchesLeft()).toBe(5);
    await keep([Array.from({ length: 30_000 }, () => visitor)]);
    await upkeep.run();
    expect(await batchesLeft()).toBe(0);
  });
});
