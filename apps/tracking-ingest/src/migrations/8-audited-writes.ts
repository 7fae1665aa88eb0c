import { captured, captureFunction, type CapturedTable } from '@tributary/database/audit/capture-changes';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of configurations, with the columns that may stand in the audit. */
const tables: readonly CapturedTable[] = [
  { table: 'compartments', columns: ['datamart_id', 'compartment_id', 'name', 'archived'], key: 'compartment_id' },
  {
    table: 'audience_segments',
    columns: [
      'organisation_id',
      'datamart_id',
      'name',
      'technical_name',
      'short_description',
      'default_ttl',
      'type',
      'paused',
    ],
  },
];

/** The audit learns what a write of a configuration changes. */
export class AuditedWrites1796600000004 implements MigrationInterface {
  name = 'AuditedWrites1796600000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(captureFunction + tables.map(captured).join(''));
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
