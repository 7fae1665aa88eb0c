import { outboxTables } from '@tributary/bus/outbox/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Baseline1764000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(outboxTables);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
