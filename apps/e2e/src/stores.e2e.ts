import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Stores, startStores } from '@tributary/testing/containers';
import { brokerAnswers, databaseAnswers } from '@tributary/testing/containers-ready';
import { queryDatabase } from '@tributary/testing/load-check';

// What the other suites rely on: their servers really go, and really come back with what they held.
let stores: Stores;

beforeAll(async () => {
  stores = await startStores();
}, 180_000);

afterAll(async () => stores.stop());

describe('the servers of the suites', () => {
  it('refuse every request once killed, and answer again where they were', async () => {
    await stores.kafka.kill();
    await expect(brokerAnswers(stores.brokers)).rejects.toThrow();
    await stores.kafka.start();
    await brokerAnswers(stores.brokers);
  }, 180_000);

  it('keep what was committed before a kill', async () => {
    await queryDatabase(stores.databaseUrl, `create table kept as select 'still here' as value`);
    await stores.postgres.kill();
    await expect(databaseAnswers(stores.databaseUrl)).rejects.toThrow();
    await stores.postgres.start();
    const { rows } = await queryDatabase(stores.databaseUrl, 'select value from kept');
    expect(rows).toEqual([{ value: 'still here' }]);
  }, 180_000);
});
