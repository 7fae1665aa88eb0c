import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An activity that waits keeps all ids under which tracking-ingest may know it. */
export class FormerIds1796100000003 implements MigrationInterface {
  name = 'FormerIds1796100000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table waiting_activities add column former_ids uuid[], add column unkeyed_id uuid');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
