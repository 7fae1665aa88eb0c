import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What merges, erasures, retention and counting need. */
export class UserPoints1763700000002 implements MigrationInterface {
  name = 'UserPoints1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The transaction that last took an identifier away from a point that lives on (see lock-user-points.ts).
      alter table user_points add column last_loss xid8;

      -- Who was erased, by SHA-256 of datamart and identifier: what came in before is not to bring them back.
      create table erased_identifiers (
        digest bytea primary key,
        erasure_ts bigint not null
      );
      create index erased_identifiers_by_time on erased_identifiers (erasure_ts);

      -- The window of deduplication counts from when an activity was stored: it may have waited.
      alter table activity_receipts rename column received_ts to stored_ts;
      create index activity_receipts_by_time on activity_receipts (stored_ts);

      alter table activities add column event_count integer not null default 0;
      update activities set event_count = json_array_length(body->'$events')
        where json_typeof(body->'$events') = 'array';
      -- Beside a default partition no other can be taken away without stopping all writes.
      alter table activities detach partition activities_undated;
      alter table activities attach partition activities_undated for values from (minvalue) to ('0001-01-01');
      create index activities_undated_by_arrival on activities_undated (received_ts);

      -- How large each collection is: the counted part, and what has been written since.
      create table collection_counts (
        datamart_id bigint not null,
        collection text not null,
        -- Of activities and their events, which go by whole days; else -infinity.
        day date not null,
        count bigint not null,
        primary key (datamart_id, collection, day)
      );
      create table collection_changes (
        datamart_id bigint not null,
        collection text not null,
        day date not null,
        change bigint not null
      );
      create table collection_countings (
        datamart_id bigint primary key,
        counting_ts bigint not null
      );
      insert into collection_changes
        select datamart_id, 'UserPoint', '-infinity'::date, count(*) from user_points group by 1
        union all
        select datamart_id, 'User' || initcap(substr(type, 6)), '-infinity', count(*)
          from user_identifiers group by 1, 2
        union all select datamart_id, 'UserActivity', day, count(*) from activities group by 1, 3
        union all select datamart_id, 'UserEvent', day, sum(event_count) from activities group by 1, 3;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
