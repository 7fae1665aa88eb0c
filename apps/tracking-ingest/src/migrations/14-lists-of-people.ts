import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the people who are listed without their ids: those of the activities stored last, and those of a segment. */
export class ListsOfPeople1796800000014 implements MigrationInterface {
  name = 'ListsOfPeople1796800000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- An entry for each transaction that stores activities of a datamart, not for each activity.
      create index activity_traces_newest on activity_traces (datamart_id, stored_ts, batch_id);
      create index user_segments_members on user_segments (datamart_id, segment_id, user_point_id);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
