import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace of each activity, as long as its id is known. */
export class Traces1796500000010 implements MigrationInterface {
  name = 'Traces1796500000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Where the activity stands in activity_traces: batch_id * 4096 + position. Null: an older version has claimed the id.
      alter table activity_receipts add column trace_id bigint;
      -- One row for the activities of a datamart that one transaction has ended: a row for each would need twice the bytes,
      -- and their ends are not known when their ids are claimed.
      create table activity_traces (
        datamart_id bigint not null,
        batch_id bigint not null,
        stored_ts bigint not null,
        -- see trace-entry.ts
        entries bytea not null,
        primary key (datamart_id, batch_id)
      );
      -- Random ids do not compress.
      alter table activity_traces alter column entries set storage external;
      create index activity_traces_by_time on activity_traces (stored_ts);
      -- Activities whose id came again.
      create table activity_duplicates (
        datamart_id bigint not null,
        activity_id uuid not null,
        count integer not null,
        -- The receipts of the first and the last of them.
        first_ts bigint not null,
        last_ts bigint not null,
        -- Of the first of them that has one, and whether another has another one.
        hash text,
        is_mixed boolean not null,
        primary key (datamart_id, activity_id)
      );
      create index activity_duplicates_by_time on activity_duplicates (last_ts);
      alter table erased_user_points add column erasure_ts bigint;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
