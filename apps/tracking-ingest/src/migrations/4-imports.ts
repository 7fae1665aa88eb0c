import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which parts of imports have been applied. */
export class Imports1763700000004 implements MigrationInterface {
  name = 'Imports1763700000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table import_parts (
        execution_id text not null,
        chunk integer not null,
        part integer not null,
        total_success integer,
        -- What the part's lines have come to, to be told again when the part comes again.
        failures json,
        applied_ts bigint not null,
        primary key (execution_id, chunk, part)
      );
      create index import_parts_by_time on import_parts (applied_ts);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
