import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import { addMessages, claimPage } from '../../src/backfill/claim-page.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

let database: TrackingDatabase;
beforeAll(async () => (database = await startTrackingDatabase()));
afterAll(() => database.stop());

const claim = (request_id: string, page: number) =>
  transaction(database.dataSource, (client) => claimPage(client, { request_id, page }));

describe('claimPage', () => {
  it('claims each page of a request once, in order', async () => {
    const claims = [];
    for (const page of [0, 0, 1, 0, 2, 1, 2]) claims.push(await claim('one', page));
    expect(claims).toEqual([true, false, true, false, true, false, false]);
  });

  it('keeps the number of published messages per request', async () => {
    await claim('four', 0);
    const sums = [];
    for (const messages of [3, 0, 4])
      sums.push(await transaction(database.dataSource, (client) => addMessages(client, 'four', messages)));
    expect(sums).toEqual([3, 3, 7]);
  });

  it('lets one of several concurrent transactions claim a page', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim('two', 0)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('lets a page be claimed again after its transaction failed', async () => {
    const failing = transaction(database.dataSource, async (client) => {
      await claimPage(client, { request_id: 'three', page: 0 });
      throw new Error('the page cannot be published');
    });
    await expect(failing).rejects.toThrow('cannot be published');
    expect(await claim('three', 0)).toBe(true);
  });
});
