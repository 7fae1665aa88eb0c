import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A datamart may take words out of the junk list. */
export class JunkExceptions1795900000002 implements MigrationInterface {
  name = 'JunkExceptions1795900000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table datamarts add column junk_exceptions jsonb not null default '[]'`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
