import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * No client can guess the ids of lines. An execution that has begun keeps its ids. The default serves the processes of the
 * older version that still run beside this one.
 */
export class LineSecrets1796100000001 implements MigrationInterface {
  name = 'LineSecrets1796100000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table executions add column line_secret uuid;
      alter table executions alter column line_secret set default gen_random_uuid();
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
