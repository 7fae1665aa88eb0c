import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An activity that waits keeps what has happened to it. Null: an older version has taken it. */
export class Traces1796500000006 implements MigrationInterface {
  name = 'Traces1796500000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table waiting_activities add column trace text');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
