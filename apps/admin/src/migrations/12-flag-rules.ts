import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The numbers beyond which people of a datamart are flagged. */
export class FlagRules1796500000012 implements MigrationInterface {
  name = 'FlagRules1796500000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table datamarts add column flag_rules jsonb not null
        default '{"accounts": 4, "emails": 4, "agents": 10, "merges": 8}'
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
