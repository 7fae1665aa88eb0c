import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A file is read by the exceptions of its datamart at the upload, so that parsing a line again has the same result. */
export class JunkExceptions1795900000001 implements MigrationInterface {
  name = 'JunkExceptions1795900000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table executions add column junk_exceptions json not null default '[]'`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
