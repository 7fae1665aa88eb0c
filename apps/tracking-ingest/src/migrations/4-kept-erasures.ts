import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Erasures outlive every replay: they are kept for good, under keyed hashes. */
export class KeptErasures1796200000003 implements MigrationInterface {
  name = 'KeptErasures1796200000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row: the key of the hashes, sealed with SECRETS_KEY.
      create table erasure_key (
        id smallint primary key default 1 check (id = 1),
        sealed_key text not null
      );
      create table kept_erasures (
        datamart_id bigint not null,
        erasure_ts bigint not null,
        identifier_mac uuid not null,
        primary key (datamart_id, identifier_mac)
      );
      -- The time of the erasure that is kept for good. An older version, which knows nothing of it, leaves it behind
      -- erasure_ts when it erases the identifier again.
      alter table erased_identifiers add column kept_ts bigint;
      create index erased_identifiers_unkept on erased_identifiers (erasure_ts)
        where kept_ts is distinct from erasure_ts;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
