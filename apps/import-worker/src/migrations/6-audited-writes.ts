import { captured, captureFunction, type CapturedTable } from '@tributary/database/audit/capture-changes';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of configurations, with the columns that may stand in the audit. */
const tables: readonly CapturedTable[] = [
  { table: 'document_imports', columns: ['datamart_id', 'document_type', 'mime_type', 'encoding', 'name', 'priority'] },
  {
    table: 'executions',
    columns: ['datamart_id', 'document_import_id', 'status', 'cancel_status', 'document_type', 'input_file_name'],
  },
];

/** The audit learns what a write of a configuration changes. */
export class AuditedWrites1796600000002 implements MigrationInterface {
  name = 'AuditedWrites1796600000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(captureFunction + tables.map(captured).join(''));
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
