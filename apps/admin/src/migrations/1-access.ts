import type { MigrationInterface, QueryRunner } from 'typeorm';
import { outboxTables } from '@tributary/bus/outbox';

/** Communities ⊃ organisations ⊃ datamarts, users with a role per organisation, their API tokens. */
export class Access1763700000001 implements MigrationInterface {
  name = 'Access1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table communities (
        id bigint generated always as identity primary key,
        name text not null
      );
      create table organisations (
        id bigint generated always as identity primary key,
        community_id bigint not null references communities,
        name text not null,
        technical_name text not null unique
      );
      create table datamarts (
        id bigint generated always as identity primary key,
        organisation_id bigint not null references organisations,
        name text not null,
        time_zone text not null default 'UTC'
      );
      create table users (
        id bigint generated always as identity primary key,
        organisation_id bigint not null references organisations,
        first_name text not null,
        last_name text not null,
        email text not null
      );
      create unique index users_email on users (lower(email));
      create table user_roles (
        id bigint generated always as identity primary key,
        user_id bigint not null references users on delete cascade,
        organisation_id bigint not null references organisations,
        role text not null check (role in ('READER', 'EDITOR', 'ORGANISATION_ADMIN', 'COMMUNITY_ADMIN')),
        unique (user_id, organisation_id)
      );
      create table api_tokens (
        id bigint generated always as identity primary key,
        user_id bigint not null references users on delete cascade,
        name text not null,
        token_sha256 text not null unique,
        last_characters text not null,
        creation_date bigint not null,
        expiration_date bigint not null
      );
    `);
    await runner.query(outboxTables);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
