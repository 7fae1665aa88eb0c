import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An activity that waits keeps the public credential that it came with. Null: trusted. */
export class PublicCredentials1796400000002 implements MigrationInterface {
  name = 'PublicCredentials1796400000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table waiting_activities add column public_credential text');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
