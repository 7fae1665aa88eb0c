import { outboxTables } from '@tributary/bus/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** User points with their identifiers and merges, the activities by day, the ids already stored. */
export class Activities1763700000001 implements MigrationInterface {
  name = 'Activities1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table user_points (
        datamart_id bigint not null,
        user_point_id uuid not null,
        creation_ts bigint not null,
        primary key (datamart_id, user_point_id)
      );
      create table user_identifiers (
        datamart_id bigint not null,
        type text not null,
        -- '' but for accounts
        compartment_id text not null,
        value text not null,
        user_point_id uuid not null,
        creation_ts bigint not null,
        primary key (datamart_id, type, compartment_id, value)
      );
      create index user_identifiers_by_point on user_identifiers (datamart_id, user_point_id);
      create table user_point_merges (
        datamart_id bigint not null,
        merged_id uuid not null,
        survivor_id uuid not null,
        merge_ts bigint not null,
        primary key (datamart_id, merged_id)
      );
      create index user_point_merges_by_survivor on user_point_merges (datamart_id, survivor_id);

      -- One row per activity ever accepted: the gate that lets each id in once. Nothing is deleted yet, so the window of
      -- deduplication has no end.
      create table activity_receipts (
        datamart_id bigint not null,
        activity_id uuid not null,
        received_ts bigint not null,
        primary key (datamart_id, activity_id)
      );

      create table activities (
        -- The UTC day of ts; -infinity when that is outside the days kept (see activity-day.ts).
        day date not null,
        datamart_id bigint not null,
        user_point_id uuid not null,
        ts bigint not null,
        activity_id uuid not null,
        received_ts bigint not null,
        type text not null,
        -- json, not jsonb: the text as sent
        body json not null
      ) partition by range (day);
      create index activities_by_point on activities (datamart_id, user_point_id, ts desc, activity_id);
      -- The check spares a scan of this partition whenever a day is added.
      create table activities_undated partition of activities default;
      alter table activities_undated add check (day = '-infinity');
    `);
    await runner.query(outboxTables);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
