import { checkGaps } from '../../test/facts/check-gaps.js';
import { withClickHouse } from '../../test/clickhouse/clickhouse-databases.js';
import { openClickHouseStore } from '../../test/clickhouse/clickhouse-stores.js';

const { newDatabase } = withClickHouse();

checkGaps(() => {
  const database = newDatabase();
  return Promise.resolve({
    open: (options) => openClickHouseStore({ ...database, ...options }),
    remove: () => Promise.resolve(),
  });
});
