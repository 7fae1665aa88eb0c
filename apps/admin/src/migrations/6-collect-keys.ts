import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Public keys with which pages and apps send activities. */
export class CollectKeys1796100000001 implements MigrationInterface {
  name = 'CollectKeys1796100000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table collect_keys (
        id bigint generated always as identity primary key,
        datamart_id bigint not null references datamarts,
        name text not null,
        key text not null unique,
        channel_id text,
        allowed_origins text[] not null,
        accepts_profiles boolean not null,
        max_qps double precision,
        creation_ts bigint not null,
        last_used_ts bigint,
        -- Of its published state.
        version bigint not null default nextval('access_versions')
      );
      create index on collect_keys (datamart_id, id);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
