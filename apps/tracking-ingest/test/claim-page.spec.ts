import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import { claimPage } from '../src/export/claim-page.js';
import { startTrackingDatabase, type TrackingDatabase } from './tracking-database.js';

let database: TrackingDatabase;
beforeAll(async () => (database = await startTrackingDatabase()));
afterAll(() => database.stop());

const claim = (request_id: string, page: number) =>
  transaction(database.dataSource, (client) => claimPage(client, { request_id, page, step: 'merges' }));

describe('claimPage', () => {
  it('gives each page of a request once, in their order', async () => {
    const claims = [];
    for (const page of [0, 0, 1, 0, 2, 1, 2]) claims.push(await claim('one', page));
    expect(claims).toEqual([true, false, true, false, true, false, false]);
  });

  it('gives a page to one of many who want it at once', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim('two', 0)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('gives a page again when what it was claimed for has failed', async () => {
    const failing = transaction(database.dataSource, async (client) => {
      await claimPage(client, { request_id: 'three', page: 0, step: 'merges' });
      throw new Error('the page cannot be told');
    });
    await expect(failing).rejects.toThrow('cannot be told');
    expect(await claim('three', 0)).toBe(true);
  });
});
