import { captured } from '@tributary/database/audit/capture-changes';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links with which new users get in. */
export class Invitations1796700000013 implements MigrationInterface {
  name = 'Invitations1796700000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A used or revoked one is deleted. A user has one at most, so that no more stay than there are users.
      create table invitations (
        id bigint generated always as identity primary key,
        organisation_id bigint not null references organisations on delete cascade,
        user_id bigint not null unique references users on delete cascade,
        role text not null,
        secret_sha256 text not null unique,
        created_by bigint not null,
        creation_ts bigint not null,
        expiration_ts bigint not null
      );
      create index on invitations (organisation_id, id);
      create index on invitations (expiration_ts);
    ${captured({ table: 'invitations', columns: ['organisation_id', 'user_id', 'role', 'expiration_ts'] })}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
