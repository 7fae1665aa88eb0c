import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Choices that pages send with a collect key, which anyone can read, count less than others (ADR 39). */
export class PublicChoices1796400000003 implements MigrationInterface {
  name = 'PublicChoices1796400000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The collect key that a choice came with. Null: a trusted choice, as all those before.
      alter table user_choices add column collect_key_id bigint;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
