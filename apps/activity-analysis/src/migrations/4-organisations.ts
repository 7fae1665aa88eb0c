import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organisations share the places of activities that wait: what one holds is in analysis_queues already. */
export class Organisations1796200000004 implements MigrationInterface {
  name = 'Organisations1796200000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table analysis_organisations (
        -- '' for those of datamarts that a process has not heard of.
        organisation_id text primary key,
        -- When it sent an activity to analyze, up to a minute ago or later.
        asked_time timestamptz not null,
        -- When there was no place for one.
        lacked_time timestamptz
      );
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
