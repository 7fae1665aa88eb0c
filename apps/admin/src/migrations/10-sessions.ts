import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People who sign in with an OpenID provider, and their sessions. */
export class Sessions1796600000001 implements MigrationInterface {
  name = 'Sessions1796600000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A user is one subject of each issuer: a platform may change its provider.
      create table user_identities (
        user_id bigint not null references users on delete cascade,
        issuer text not null,
        subject text not null,
        creation_ts bigint not null,
        primary key (user_id, issuer),
        unique (issuer, subject)
      );
      create table sessions (
        id bigint generated always as identity primary key,
        secret_sha256 text not null unique,
        user_id bigint not null references users on delete cascade,
        creation_ts bigint not null,
        expiration_date bigint not null,
        latest_expiration_date bigint not null,
        -- Of its published state.
        version bigint not null default nextval('access_versions')
      );
      create index on sessions (user_id);
      create index on sessions (expiration_date);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
