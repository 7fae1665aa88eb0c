import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Signing keys that stand in apps join people with accounts only if that was asked for. */
export class MergingKeys1796400000001 implements MigrationInterface {
  name = 'MergingKeys1796400000001';

  async up(runner: QueryRunner): Promise<void> {
    // Keys made before keep joining, also those that a process of the version before makes during the upgrade.
    await runner.query(
      'alter table message_authentication_keys add column may_merge_accounts boolean not null default true',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
