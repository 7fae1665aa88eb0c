import { lawRuns } from '@tributary/testing/config';
import { checkConvergence } from '../facts/check-convergence.js';
import { withClickHouse } from './clickhouse-databases.js';
import { openClickHouseStore } from './clickhouse-stores.js';

const { newDatabase } = withClickHouse();

checkConvergence(() => openClickHouseStore(newDatabase()), lawRuns(6));
