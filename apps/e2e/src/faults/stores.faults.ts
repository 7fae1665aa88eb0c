import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Stores, startStores } from '@tributary/testing/containers/containers';
import { pingBroker, pingDatabase } from '@tributary/testing/containers/containers-ready';
import { queryDatabase } from '@tributary/testing/postgres/query-database';

// The other suites rely on this: a killed server is down, and it restarts with its data.
let stores: Stores;

beforeAll(async () => {
  stores = await startStores();
});

afterAll(async () => stores.stop());

describe('the servers of the suites', () => {
  it('refuse every request after a kill, and answer again on the same port', async () => {
    await stores.kafka.kill();
    await expect(pingBroker(stores.brokers)).rejects.toThrow();
    await stores.kafka.start();
    await pingBroker(stores.brokers);
  });

  it('keep the rows committed before a kill', async () => {
    await queryDatabase(stores.databaseUrl, `create table kept as select 'still here' as value`);
    await stores.postgres.kill();
    await expect(pingDatabase(stores.databaseUrl)).rejects.toThrow();
    await stores.postgres.start();
    const { rows } = await queryDatabase(stores.databaseUrl, 'select value from kept');
    expect(rows).toEqual([{ value: 'still here' }]);
  });
});
