import { outboxTables } from '@tributary/bus/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Warehouses1763800000001 implements MigrationInterface {
  name = 'Warehouses1763800000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(outboxTables);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
