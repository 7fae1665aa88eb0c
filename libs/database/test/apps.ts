import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { DataSourceOptions } from '../src/data-source.js';

/** Slow enough that two processes without a lock would both find it pending. */
export class Notes1763700000001 implements MigrationInterface {
  name = 'Notes1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('select pg_sleep(0.2)');
    await runner.query('create table notes (id bigint primary key, body text)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}

export const anApp = (url: string, app = 'note-taking'): DataSourceOptions => ({
  url,
  app,
  entities: [],
  migrations: [Notes1763700000001],
});
