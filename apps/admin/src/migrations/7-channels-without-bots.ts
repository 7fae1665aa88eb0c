import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A channel may leave out the activities of bots. */
export class ChannelsWithoutBots1796300000001 implements MigrationInterface {
  name = 'ChannelsWithoutBots1796300000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table channels add column leaves_out_bots boolean not null default false');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
