import { afterEach, beforeEach, jest } from '@jest/globals';
import { withClickHouse } from './clickhouse-databases.js';
import { openClickHouseStore, type ClickHouseTestStore } from './clickhouse-stores.js';

// A busy machine creates the tables of a database slowly.
jest.setTimeout(60_000);

export const { newDatabase, server } = withClickHouse();
export let database: ReturnType<typeof newDatabase>;
let opened: ClickHouseTestStore[] = [];

beforeEach(() => {
  database = newDatabase();
});
afterEach(async () => {
  await Promise.all(opened.map(({ close }) => close()));
  opened = [];
});

/** Another process on the same database. */
export async function open(options: Partial<Parameters<typeof openClickHouseStore>[0]> = {}) {
  const store = await openClickHouseStore({ ...database, ...options });
  opened.push(store);
  return store;
}
