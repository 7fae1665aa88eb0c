import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organisations take turns, and a choice of chunks reads as many rows however many executions wait. */
export class FairOrganisations1796000000001 implements MigrationInterface {
  name = 'FairOrganisations1796000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organisation_turns (
        organisation_id bigint primary key,
        -- When a chunk of it was last requested. Among equals the organisation with the lowest value is next.
        issued_date bigint not null
      );

      create index executions_waiting on executions (organisation_id, datamart_id, priority, issued_date, id)
        where status in ('PENDING', 'RUNNING') and problem is null and cancel_status is null
          and completed_tasks < num_tasks;
      create index executions_ending on executions (id)
        where status in ('PENDING', 'RUNNING')
          and (completed_tasks = num_tasks or problem is not null or cancel_status is not null);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
