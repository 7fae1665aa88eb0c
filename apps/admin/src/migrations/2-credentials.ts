import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys for signed requests, and what must be known again after a crash. */
export class Credentials1763700000002 implements MigrationInterface {
  name = 'Credentials1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Every key_id there ever was: that of a deleted key is not given again.
      create table key_ids (key_id text primary key);
      create table message_authentication_keys (
        id bigint generated always as identity primary key,
        user_id bigint not null references users on delete cascade,
        key_id text not null unique references key_ids,
        scheme text not null check (scheme = 'HMAC_SHA256'),
        sealed_secret text not null,
        creation_ts timestamptz not null,
        expiration_ts timestamptz not null
      );

      -- The first token, as long as nobody can have seen its value.
      create table unseen_tokens (api_token_id bigint primary key references api_tokens on delete cascade);
      -- Topics that a republication has begun to fill and not finished.
      create table unfinished_republications (topic text primary key);

      -- In another community a name may be used again: whether it is must not be learnt there.
      alter table organisations drop constraint organisations_technical_name_key;
      alter table organisations add constraint organisations_technical_name unique (community_id, technical_name);

      create index on datamarts (organisation_id);
      create index on users (organisation_id);
      create index on user_roles (organisation_id);
      create index on api_tokens (user_id);
      create index on message_authentication_keys (user_id);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
