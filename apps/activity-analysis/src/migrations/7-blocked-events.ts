import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An activity that waits keeps the names of its blocked events, which are counted once it is stored. */
export class BlockedEvents1796600000007 implements MigrationInterface {
  name = 'BlockedEvents1796600000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table waiting_activities add column blocked_events text');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
