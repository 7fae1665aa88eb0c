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
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
