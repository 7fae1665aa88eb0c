import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The choices of a key on a day can be undone. They stay in the change log, and count no more. */
export class UndoneChoices1796600000011 implements MigrationInterface {
  name = 'UndoneChoices1796600000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The signing key of the request that a choice came with. Null: none, or stored before.
      alter table user_choices add column signing_key_id bigint, add column undone_ts bigint;
      create index user_choices_of_collect_key on user_choices (datamart_id, collect_key_id, creation_ts)
        where collect_key_id is not null and undone_ts is null;
      create index user_choices_of_signing_key on user_choices (datamart_id, signing_key_id, creation_ts)
        where signing_key_id is not null and undone_ts is null;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
