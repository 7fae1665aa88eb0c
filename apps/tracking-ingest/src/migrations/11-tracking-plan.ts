import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which events a datamart expects, and which it has got. */
export class TrackingPlan1796500000011 implements MigrationInterface {
  name = 'TrackingPlan1796500000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Locked by each change of a plan, so that changes are published in the order of their commits.
      create table tracking_plans (
        datamart_id bigint primary key
      );
      create table planned_event_types (
        datamart_id bigint not null,
        name text not null,
        description text,
        status text not null,
        schema json,
        on_violation text,
        -- of the type as JSON
        bytes int not null,
        primary key (datamart_id, name)
      );
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
