import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers since when ids are derived with a key: before, clients could guess them. A new platform never had others. */
export class KeyedIds1796100000002 implements MigrationInterface {
  name = 'KeyedIds1796100000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row. Epoch milliseconds; 0 if there was nothing to deduplicate before.
      create table keyed_ids (since_ts bigint not null);
      insert into keyed_ids
        select case when exists (select from activity_receipts) then extract(epoch from clock_timestamp()) * 1000 else 0 end;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
