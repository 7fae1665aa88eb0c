import { afterAll, beforeAll } from '@jest/globals';
import { startClickHouse, type ClickHouseServer } from '@tributary/testing/clickhouse/clickhouse-server';
import { clickHouseOptions } from './clickhouse-stores.js';

/** Starts a ClickHouse for all tests of a spec. @returns the options of a database that nothing else uses */
export function withClickHouse() {
  let server: ClickHouseServer;
  beforeAll(async () => {
    server = await startClickHouse();
  }, 120_000);
  afterAll(() => server.stop());
  return { newDatabase: () => clickHouseOptions(server.url), server: () => server };
}
