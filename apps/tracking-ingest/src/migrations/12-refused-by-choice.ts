import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The activities that choices have refused, which are stored nowhere else. What was refused before is in no row. */
export class RefusedByChoice1796700000012 implements MigrationInterface {
  name = 'RefusedByChoice1796700000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A row for each person, so that people are counted exactly after merges, and without those who are erased.
      create table refused_by_choice (
        datamart_id bigint not null,
        channel_id text not null,
        -- the start of the day of the activities, UTC
        day_ts bigint not null,
        processing_id text not null,
        -- as of then: it may have been merged since
        user_point_id uuid not null,
        activities bigint not null,
        primary key (datamart_id, channel_id, day_ts, processing_id, user_point_id)
      );
      create index refused_by_choice_of on refused_by_choice (datamart_id, user_point_id);
      create index refused_by_choice_past on refused_by_choice (day_ts);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
