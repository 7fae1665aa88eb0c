import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The traces of lines name the credential that their file was uploaded with. Executions of older versions have none. */
export class CredentialsOfUploads1796800000007 implements MigrationInterface {
  name = 'CredentialsOfUploads1796800000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table executions add column credential jsonb');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
