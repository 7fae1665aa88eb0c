import { Warehouses1763800000001 } from './migrations/1-warehouses.js';

export const warehouseDatabase = { app: 'warehouse-metadata', entities: [], migrations: [Warehouses1763800000001] };
