import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Findings about the lines of a file: fields without effect, and early times. */
export class LineFindings1795800000001 implements MigrationInterface {
  name = 'LineFindings1795800000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table executions
        -- Counters of the fields that the lines have and their type does not (heavy-hitters.ts).
        add column ignored_fields json,
        -- Lines with a time before the year 2000.
        add column early_lines bigint not null default 0;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
