import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a column may be read. Of columns that are stored it is known after the next refresh. */
export class ColumnGrants1795800000004 implements MigrationInterface {
  name = 'ColumnGrants1795800000004';

  /** Nullable: a process of the version before copies rows without it into a table like this one. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table metadata_columns add column has_read_access boolean default true');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
