import { jest } from '@jest/globals';
import { checkGaps } from '../../test/facts/check-gaps.js';
import { withClickHouse } from '../../test/clickhouse/clickhouse-databases.js';
import { openClickHouseStore } from '../../test/clickhouse/clickhouse-stores.js';

// A busy machine creates the tables of a database slowly.
jest.setTimeout(60_000);

const { newDatabase } = withClickHouse();

checkGaps(() => {
  const database = newDatabase();
  return Promise.resolve({
    open: (options) => openClickHouseStore({ ...database, ...options }),
    remove: () => Promise.resolve(),
  });
});
