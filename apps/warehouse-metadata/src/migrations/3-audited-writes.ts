import { captured, captureFunction, type CapturedTable } from '@tributary/database/audit/capture-changes';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of configurations, with the columns that may stand in the audit. */
const tables: readonly CapturedTable[] = [
  { table: 'data_warehouses', columns: ['organisation_id', 'name', 'description', 'location', 'engine_type'] },
  // The document is sealed.
  {
    table: 'warehouse_credentials',
    columns: ['data_warehouse_id', 'engine_type', 'last_modified_ts'],
    key: 'data_warehouse_id',
    tenant: `select jsonb_build_object('organisation_id', organisation_id)
      from warehouse_metadata.data_warehouses where id = ($1->>'data_warehouse_id')::bigint`,
  },
  {
    table: 'datamart_configs',
    columns: ['datamart_id', 'data_warehouse_id', 'working_schema_name'],
    key: 'data_warehouse_id',
  },
];

/** The audit learns what a write of a configuration changes. */
export class AuditedWrites1796600000003 implements MigrationInterface {
  name = 'AuditedWrites1796600000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(captureFunction + tables.map(captured).join(''));
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
