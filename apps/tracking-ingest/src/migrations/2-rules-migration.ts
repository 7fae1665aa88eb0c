import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stored data is brought to the rules of now in the background: how far that is, and the junk that is stored. */
export class RulesMigration1795900000003 implements MigrationInterface {
  name = 'RulesMigration1795900000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table rules_migration_steps (
        step text primary key,
        position integer not null,
        -- How many times all rows were read, and when they may be read again.
        passes integer not null default 0,
        not_before bigint not null default 0,
        -- The last row of the pass in progress; null before its first page.
        last_datamart_id bigint,
        last_id uuid,
        -- Rows of the pass in progress.
        read bigint not null default 0,
        -- Of all passes.
        changed bigint not null default 0,
        merged bigint not null default 0,
        kept bigint not null default 0
      );
      insert into rules_migration_steps (step, position) values ('identifiers', 1), ('times', 2);
      -- Identifiers that are stored although they are junk. Those of erased people are not in user_identifiers any more.
      create table stored_junk (
        datamart_id bigint not null,
        identifier_id uuid not null,
        primary key (datamart_id, identifier_id)
      );
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
