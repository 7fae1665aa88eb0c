import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what a report leaves out, by its time. */
export class LeftOut1796600000012 implements MigrationInterface {
  name = 'LeftOut1796600000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Stored activities of before the year 2000: of clients that sent seconds in place of milliseconds.
      create index activities_undated_early on activities_undated (datamart_id, received_ts) where ts < 946684800000;
      create index user_point_merges_by_date on user_point_merges (datamart_id, merge_ts);
      -- Batches with lines that a choice refuses, which are few.
      create index import_batches_refused on import_batches (datamart_id, applied_ts) where total_refused_by_choice > 0;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
