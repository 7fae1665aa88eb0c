import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource, type DataSourceOptions } from '../src/data-source.js';
import { migrate } from '../src/migrate.js';
import { query, transaction } from '../src/transaction.js';
import { anApp, Notes1763700000001 } from './apps.js';
import { startServer, type TestServer } from './server.js';

/** The database's own error, which is the cause of the SERVICE_UNAVAILABLE that callers see. */
const permissionDenied = { cause: { code: '42501' } };

describe('the data source of an app', () => {
  let server: TestServer;
  const open: DataSource[] = [];

  beforeAll(async () => {
    server = await startServer();
    await migrate(anApp(server.url, 'tracking-ingest'));
    await migrate(anApp(server.url, 'admin'));
  });

  afterAll(async () => {
    await Promise.all(open.map((dataSource) => dataSource.destroy()));
    await server.stop();
  });

  const connect = async (app: string, url = server.url, given: Partial<DataSourceOptions> = {}) => {
    const dataSource = await createDataSource({ ...anApp(url, app), ...given }).initialize();
    open.push(dataSource);
    return dataSource;
  };

  it('has its own role and schema in every session, also through TypeORM', async () => {
    const dataSource = await connect('tracking-ingest');
    const asked = 'select current_user as role, current_schemas(false) as schemas';
    const expected = { role: 'tributary_tracking_ingest', schemas: '{tracking_ingest}' };
    expect((await query(dataSource, asked)).rows).toEqual([expected]);
    expect((await transaction(dataSource, (client) => client.query(asked))).rows).toEqual([expected]);
    expect(await dataSource.query(asked)).toEqual([expected]);
  });

  it('reads its own tables but not those of another app', async () => {
    const dataSource = await connect('admin');
    await expect(query(dataSource, 'select * from notes')).resolves.toMatchObject({ rows: [] });
    await expect(query(dataSource, 'select * from tracking_ingest.notes')).rejects.toMatchObject(permissionDenied);
  });

  it('(negative control: the user of the URL alone could read both)', async () => {
    expect(await server.ask('select * from tracking_ingest.notes')).toEqual([]);
  });

  it('needs no other right if the URL has the app’s own user', async () => {
    await server.ask(
      "create role warehouse login password 'secret'; create schema warehouse_metadata authorization warehouse",
    );
    const url = server.url.replace(/\/\/[^@]*@/, '//warehouse:secret@');
    expect(await migrate(anApp(url, 'warehouse-metadata'))).toEqual(['Notes1763700000001']);
    const dataSource = await connect('warehouse-metadata', url);
    expect((await query(dataSource, 'select current_user as role, count(*) from notes')).rows).toEqual([
      { role: 'warehouse', count: '0' },
    ]);
    await expect(query(dataSource, 'select * from admin.notes')).rejects.toMatchObject(permissionDenied);
  });

  it('returns bigint as a string, because it may exceed a number', async () => {
    const { rows } = await query(await connect('admin'), 'select 9223372036854775807 as big');
    expect(rows).toEqual([{ big: '9223372036854775807' }]);
  });

  it('uses TypeORM’s entities in its schema', async () => {
    const dataSource = await connect('admin');
    const migrations = await dataSource.query<{ name: string }[]>('select name from admin.migrations');
    expect(migrations).toEqual([{ name: Notes1763700000001.name }]);
  });

  it.each([
    [true, 'Index'],
    [false, 'Seq Scan'],
  ])('with byLookUp %s plans %s for a table of a few rows', async (byLookUp, scan) => {
    const dataSource = await connect('admin', server.url, { byLookUp, poolSize: 1 });
    await query(dataSource, 'create temporary table few (id bigint primary key)');
    await query(dataSource, 'insert into few values (1), (2)');
    await query(dataSource, 'analyze few');
    const { rows } = await query<{ 'QUERY PLAN': string }>(dataSource, 'explain select * from few where id = 1');
    expect(rows[0]?.['QUERY PLAN']).toContain(scan);
  });

  it('keeps the plan of a named statement, and gives up a frozen server after a given timeout', async () => {
    const dataSource = await connect('admin', server.url, { poolSize: 1 });
    await query(dataSource, { name: 'one', text: 'select $1::int as one' }, [1]);
    expect((await query(dataSource, 'select name from pg_prepared_statements')).rows).toEqual([{ name: 'one' }]);
    await expect(query(dataSource, 'select pg_sleep(9)', [], { timeoutMs: 200 })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });
});
