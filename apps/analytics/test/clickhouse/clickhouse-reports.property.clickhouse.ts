import { withClickHouse } from './clickhouse-databases.js';
import { openClickHouseStore } from './clickhouse-stores.js';
import { compareReports } from '../reports/compare-reports.js';

const { newDatabase } = withClickHouse();

compareReports(() => openClickHouseStore(newDatabase()));
