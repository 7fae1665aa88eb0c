import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from '../src/data-source.js';
import { migrate } from '../src/migrate.js';
import { anApp } from './apps.js';
import { startServer, type TestServer } from './server.js';

describe('migrate', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer();
  });

  afterAll(() => server.stop());

  it('creates schema and role, and tables owned by the role', async () => {
    expect(await migrate(anApp(server.url, 'import-worker'))).toEqual(['Notes1763700000001']);
    const owners = await server.ask("select tableowner from pg_tables where schemaname = 'import_worker'");
    expect(new Set(owners.map(({ tableowner }) => tableowner))).toEqual(new Set(['tributary_import_worker']));
  });

  it('runs no migration twice', async () => {
    expect(await migrate(anApp(server.url, 'import-worker'))).toEqual([]);
  });

  it('lets several processes start at once: all succeed, and each migration runs once', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => migrate(anApp(server.url, 'admin'))));
    expect(runs.flat()).toEqual(['Notes1763700000001']);
    expect(await server.ask('select count(*)::int as ran from admin.migrations')).toEqual([{ ran: 1 }]);
  });

  it('(negative control: without the lock one of the two fails)', async () => {
    await server.ask(
      'create schema unlocked; create role tributary_unlocked; grant all on schema unlocked to tributary_unlocked',
    );
    const runs = await Promise.allSettled(
      [1, 2].map(async () => {
        const dataSource = await createDataSource(anApp(server.url, 'unlocked')).initialize();
        try {
          return await dataSource.runMigrations({ transaction: 'each' });
        } finally {
          await dataSource.destroy();
        }
      }),
    );
    const failures = runs.flatMap((run) => (run.status === 'rejected' ? [String(run.reason)] : []));
    expect(failures).toEqual([expect.stringMatching(/already exists|duplicate key/)]);
  });

  it('lets two databases of one server create the same role at once', async () => {
    await server.ask('create database one');
    await server.ask('create database two');
    const urls = ['one', 'two'].map((database) => server.url.replace(/[^/]*$/, database));
    const runs = await Promise.all(urls.map((url) => migrate(anApp(url, 'analytics'))));
    expect(runs).toEqual([['Notes1763700000001'], ['Notes1763700000001']]);
  });
});
