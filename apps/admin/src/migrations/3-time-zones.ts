import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Apps learn the time zones of datamarts from the directory, which is published again if any is not the default. */
export class TimeZones1795800000005 implements MigrationInterface {
  name = 'TimeZones1795800000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into unfinished_republications select 'admin.directory-changed.v1'
      where exists (select from datamarts where time_zone <> 'UTC') on conflict do nothing`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
