import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages of a bundle share an offset. Behind whole records the part is 0, as the earlier version leaves it. */
const countedBundles = `alter table counted_partitions add column next_part integer not null default 0`;

export class CountedBundles1763700000002 implements MigrationInterface {
  name = 'CountedBundles1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(countedBundles);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
