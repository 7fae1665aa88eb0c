import { jest } from '@jest/globals';
import { checkConvergence } from '../facts/check-convergence.js';
import { withClickHouse } from './clickhouse-databases.js';
import { openClickHouseStore } from './clickhouse-stores.js';

// A busy machine creates the tables of a database slowly.
jest.setTimeout(60_000);

const { newDatabase } = withClickHouse();

checkConvergence(() => openClickHouseStore(newDatabase()), 6);
