import { ColumnContext, DataWarehouseInfos } from '../../warehouses/warehouse-metadata.js';
import type { z } from 'zod';

const seen = { discovery_date: 1_795_261_991_709, last_seen_date: 1_795_262_304_118 };
const [database, schema, table, column] = [
  '0d9c8e0a-52f7-8c11-a0f4-51f0a86b7a01',
  '3b6f0c52-9d1e-8f0b-8a77-0c9de3f2b402',
  '7e15a9f4-1c3d-8b52-9f10-6d2c4e8a9003',
  '5b1c6d1e-58f4-8c0e-9f5b-2f3ad1c7a001',
];

/** A database without its schemas, as in a list. */
export const aDatabase = { data_warehouse_id: '1185', id: database, name: 'sales', ...seen };

const aColumn = {
  id: column,
  column_name: 'amount',
  type_name: 'numeric(10,2)',
  index: 2,
  nullable: false,
  primary_key: false,
  repeated: false,
  has_read_access: true,
  ...seen,
};
const aTable = { id: table, name: 'orders', has_read_access: true, columns: [aColumn], ...seen };
const aSchema = { id: schema, name: 'public', tables: [aTable], ...seen };

export const metadataExamples: [z.ZodType, unknown][] = [
  [
    ColumnContext,
    {
      id: column,
      column_name: 'amount',
      table_id: table,
      table_name: 'orders',
      schema_id: schema,
      schema_name: 'public',
      database_id: database,
      database_name: 'sales',
      data_warehouse_id: '1185',
      data_warehouse_name: 'Sales',
    },
  ],
  [DataWarehouseInfos, { id: '1185', name: 'Sales', databases: [{ ...aDatabase, schemas: [aSchema] }] }],
];
