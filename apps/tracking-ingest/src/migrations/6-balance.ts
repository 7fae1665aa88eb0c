import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What came in by hour, and what became of it (ADR 0023). */
export class Balance1763700000006 implements MigrationInterface {
  name = 'Balance1763700000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Activities that came to an end here; a row per partition of the topic, so that nobody waits for a row.
      create table activity_counts (
        -- The hour in which the gateway took them: epoch milliseconds of its start.
        hour_ts bigint not null,
        datamart_id bigint not null,
        -- Negative on the in-process bus, which has none.
        partition integer not null,
        stored bigint not null,
        duplicate bigint not null,
        -- Of people erased since they came in.
        erased bigint not null,
        primary key (hour_ts, datamart_id, partition)
      ) with (fillfactor = 50);
      -- How far each partition has been counted: a message that comes again is not counted again.
      create table counted_partitions (
        partition integer primary key,
        next_offset bigint not null,
        newest_ts bigint not null
      ) with (fillfactor = 50);
      -- Activities that became dead letters.
      create table rejected_activities (
        hour_ts bigint not null,
        datamart_id bigint not null,
        -- Partition and offset; on the in-process bus id and time.
        place text not null,
        primary key (hour_ts, datamart_id, place)
      );
      -- What each run of a gateway has told of the hour last.
      create table accepted_tallies (
        hour_ts bigint not null,
        datamart_id bigint not null,
        instance text not null,
        accepted bigint not null,
        unsure bigint not null,
        primary key (hour_ts, datamart_id, instance)
      ) with (fillfactor = 50);
      create view activity_balance as
        select hour_ts, datamart_id, sum(accepted) as accepted, sum(unsure) as unsure, sum(stored) as stored,
          sum(duplicate) as duplicate, sum(erased) as erased, sum(rejected) as rejected,
          sum(accepted - stored - duplicate - erased - rejected) as difference
        from (
          select hour_ts, datamart_id, accepted, unsure, 0 as stored, 0 as duplicate, 0 as erased, 0 as rejected
            from accepted_tallies
          union all select hour_ts, datamart_id, 0, 0, stored, duplicate, erased, 0 from activity_counts
          union all select hour_ts, datamart_id, 0, 0, 0, 0, 0, 1 from rejected_activities) part
        group by hour_ts, datamart_id;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
