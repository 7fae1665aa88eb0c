import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { metadataRefreshed } from '@tributary/contracts/topics/topics';
import type { Column, Database, DataWarehouseInfos, Table } from '@tributary/contracts/warehouses/warehouse-metadata';
import type { MetadataRefreshed } from '@tributary/contracts/warehouses/warehouse-messages';
import { eventually } from '@tributary/testing/eventually';
import { aWarehouse, bootWarehouses, editor, reader, type BootedWarehouses } from './booted-warehouses.js';
import { openPort, type LocalServer } from './local-server.js';

/** A consumer of the metadata of warehouses. */
@Controller()
class Follower {
  static readonly received: MetadataRefreshed[] = [];

  @Consume(metadataRefreshed, { group: 'test.follower' })
  handle(@Payload() batch: Received<MetadataRefreshed>[]): Rejection[] {
    for (const { value } of batch) Follower.received.push(value);
    return [];
  }
}

let app: BootedWarehouses;
let server: LocalServer;

beforeAll(async () => {
  app = await bootWarehouses({ controllers: [Follower] });
  server = await openPort(app.postgres);
});
afterAll(async () => {
  await server.close();
  await app.stop();
});

/** A database of its own with one table, and a data warehouse that is limited to it. */
async function aDatabase(difference: object = {}) {
  const database = `db_${randomUUID().replaceAll('-', '_')}`;
  await server.query(`create database ${database}`);
  const sql = (text: string) => server.query(text, database);
  await sql('create schema shop; create table shop.orders (id bigint primary key, labels text[])');
  const { body } = await app.api(editor)('POST', '/datawarehouses', aWarehouse());
  const { id } = body.data as { id: string };
  const path = `/datawarehouses/${id}`;
  const give = (credentials: object) => app.api(editor)('PUT', `${path}/credentials`, credentials);
  await give({ ...server.credentials, database, ...difference });
  const refresh = (request: object = { fetch_only: false }, query = '') =>
    app.api(editor)('POST', `${path}/metadata${query}`, request);
  const tree = async (query = ''): Promise<DataWarehouseInfos> =>
    (await app.api(reader)('GET', `${path}/metadata${query}`)).body.data;
  return { id, path, database, sql, give, refresh, tree };
}

const tables = ({ databases }: { databases: Database[] }): Table[] =>
  databases.flatMap(({ schemas }) => schemas).flatMap(({ tables }) => tables);
const tableOf = (infos: DataWarehouseInfos, name: string): Table => {
  const found = tables(infos).find((table) => table.name === name);
  if (!found) throw new Error(`no table ${name}`);
  return found;
};

describe('the metadata of a data warehouse', () => {
  it('is empty before the first refresh', async () => {
    const { id, tree } = await aDatabase();
    expect(await tree()).toEqual({ id, name: 'Sales', databases: [] });
  });

  it('has every field of the reference after a refresh, in the responses of POST and GET', async () => {
    const { id, database, refresh, tree } = await aDatabase();
    const before = Date.now();
    const { status, body, headers } = await refresh();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    const infos = body.data as DataWarehouseInfos;
    const date = infos.databases[0]?.discovery_date ?? 0;
    expect(date).toBeGreaterThanOrEqual(before);
    const dates = { discovery_date: date, last_seen_date: date };
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown as string;
    const column: Omit<Column, 'column_name' | 'type_name'> = {
      id: uuid,
      index: 0,
      nullable: true,
      primary_key: false,
      repeated: false,
      ...dates,
    };
    expect(body).toEqual({
      status: 'ok',
      data: {
        id,
        name: 'Sales',
        databases: [
          {
            data_warehouse_id: id,
            id: uuid,
            name: database,
            ...dates,
            schemas: [
              { id: uuid, name: 'public', ...dates, tables: [] },
              {
                id: uuid,
                name: 'shop',
                ...dates,
                tables: [
                  {
                    id: uuid,
                    name: 'orders',
                    has_read_access: true,
                    ...dates,
                    columns: [
                      { ...column, column_name: 'id', type_name: 'bigint', nullable: false, primary_key: true },
                      { ...column, index: 1, column_name: 'labels', type_name: 'text[]', repeated: true },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    });
    expect(await tree()).toEqual(infos);
  });

  it('keeps ids and discovery dates, and gets new last_seen_dates', async () => {
    const { refresh, tree } = await aDatabase();
    await refresh();
    const first = await tree();
    await refresh();
    const second = await tree();
    const moved = second.databases[0]?.last_seen_date ?? 0;
    expect(moved).toBeGreaterThan(first.databases[0]?.last_seen_date ?? 0);
    const seenAgain = JSON.stringify(first).replaceAll(/"last_seen_date":\d+/g, `"last_seen_date":${moved}`);
    expect(second).toEqual(JSON.parse(seenAgain));
  });

  it('hides disappeared elements, unless they are requested, until they are back', async () => {
    const { sql, refresh, tree } = await aDatabase();
    await refresh();
    const before = tableOf(await tree(), 'orders');
    await sql('alter table shop.orders drop column labels; create table shop.passing (id int)');
    await refresh();
    await sql('drop table shop.passing');
    const { body } = await refresh();
    expect(tables(body.data)).toMatchObject([{ name: 'orders', columns: [{ column_name: 'id' }] }]);
    const all = await tree('?include_disappeared=true');
    const passing = tableOf(all, 'passing');
    expect(passing.disappearance_date).toBeGreaterThan(passing.last_seen_date);
    expect(passing.columns[0]).toMatchObject({ disappearance_date: passing.disappearance_date });
    const [id, labels] = tableOf(all, 'orders').columns;
    expect(id).not.toHaveProperty('disappearance_date');
    expect(labels).toMatchObject({ id: before.columns[1]?.id, last_seen_date: before.columns[1]?.last_seen_date });
    expect(labels?.disappearance_date).toBeGreaterThan(labels?.last_seen_date ?? 0);
    await sql('alter table shop.orders add column labels text[]');
    await refresh();
    const back = tableOf(await tree(), 'orders').columns[1];
    expect(back).toMatchObject({ id: labels?.id, discovery_date: labels?.discovery_date });
    expect(back).not.toHaveProperty('disappearance_date');
  });

  it('dates the loss of read access to a table', async () => {
    const role = `r_${randomUUID().slice(0, 8)}`;
    await server.query(`create role ${role} login password 'pw'`);
    const { sql, refresh, tree } = await aDatabase({ user: role, password: 'pw' });
    await sql(`grant usage on schema shop to ${role}; grant select on shop.orders to ${role}`);
    await sql('create table shop.never (id int)');
    await refresh();
    expect(tableOf(await tree(), 'orders').has_read_access).toBe(true);
    expect(tableOf(await tree(), 'never')).toMatchObject({ has_read_access: false });
    await sql(`revoke select on shop.orders from ${role}`);
    await refresh();
    const lost = tableOf(await tree(), 'orders');
    expect(lost).toMatchObject({ has_read_access: false, read_access_disappearance_date: lost.last_seen_date });
    expect(lost).not.toHaveProperty('disappearance_date');
    expect(tableOf(await tree(), 'never')).not.toHaveProperty('read_access_disappearance_date');
    await sql(`grant select on shop.orders to ${role}`);
    await refresh();
    expect(tableOf(await tree(), 'orders')).not.toHaveProperty('read_access_disappearance_date');
  });

  it.each(['yes', '1', ''])('is rejected with include_disappeared=%s', async (value) => {
    const { path } = await aDatabase();
    const { status, body } = await app.api(reader)('GET', `${path}/metadata?include_disappeared=${value}`);
    expect({ status, code: body['error_code'] }).toEqual({ status: 400, code: 'BAD_REQUEST_DATA' });
  });
});

describe('a refresh', () => {
  it('with fetch_only returns the scan under the same ids, and stores nothing', async () => {
    const { id, refresh, tree } = await aDatabase();
    const { status, body } = await refresh({ fetch_only: true });
    expect(status).toBe(200);
    expect(await tree()).toEqual({ id, name: 'Sales', databases: [] });
    const { body: stored } = await refresh();
    const undated = (infos: unknown) =>
      JSON.parse(JSON.stringify(infos).replaceAll(/_date":\d+/g, '_date":0')) as unknown;
    expect(undated(body.data)).toEqual(undated(stored.data));
  });

  it('is stored by default', async () => {
    const { refresh, tree } = await aDatabase();
    await refresh({});
    expect(tables(await tree())).toHaveLength(1);
  });

  it.each([
    ['fetch_only is not a boolean', { fetch_only: 'yes' }, '', 'BAD_REQUEST_DATA'],
    ['there is no body', undefined, '', 'BAD_REQUEST_FORMAT'],
    ['async is not a boolean', {}, '?async=yes', 'BAD_REQUEST_DATA'],
    ['async is combined with fetch_only', { fetch_only: true }, '?async=true', 'BAD_REQUEST_DATA'],
  ])('is rejected if %s', async (_case, request, query, code) => {
    const { path } = await aDatabase();
    const { status, body } = await app.api(editor)('POST', `${path}/metadata${query}`, request);
    expect({ status, code: body['error_code'] }).toEqual({ status: 400, code });
  });

  it.each([false, true])('without credentials is rejected (fetch_only %s)', async (fetch_only) => {
    const { body: made } = await app.api(editor)('POST', '/datawarehouses', aWarehouse());
    const path = `/datawarehouses/${(made.data as { id: string }).id}/metadata`;
    for (const query of fetch_only ? [''] : ['', '?async=true']) {
      const { status, body } = await app.api(editor)('POST', `${path}${query}`, { fetch_only });
      expect({ status, code: body['error_code'] }).toEqual({ status: 400, code: 'CONSTRAINT_VIOLATION_EXCEPTION' });
    }
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 400, 'CONSTRAINT_VIOLATION_EXCEPTION'],
    ['a database that does not exist', { database: 'nowhere' }, 400, 'CONSTRAINT_VIOLATION_EXCEPTION'],
    ['a port without a server', { port: 1 }, 503, 'SERVICE_UNAVAILABLE'],
  ])('with %s fails and leaves the tree as it was', async (_case, difference, status, code) => {
    const { give, database, refresh, tree } = await aDatabase();
    await refresh();
    const before = await tree('?include_disappeared=true');
    await give({ ...server.credentials, database, ...difference });
    const answer = await refresh();
    expect(answer).toMatchObject({ status, body: { status: 'error', error_code: code } });
    expect(answer.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
    expect(await tree('?include_disappeared=true')).toEqual(before);
  });

  it('that loses its connection leaves the tree as it was', async () => {
    const { sql, refresh, tree } = await aDatabase();
    await sql(Array.from({ length: 300 }, (_, index) => `create table shop.t${index} (id int)`).join(';'));
    await refresh();
    const before = await tree('?include_disappeared=true');
    server.cutAfter(10_000);
    expect((await refresh()).status).toBe(503);
    server.cutAfter(undefined);
    expect(await tree('?include_disappeared=true')).toEqual(before);
    expect((await refresh()).status).toBe(200);
    expect(await tree('?include_disappeared=true')).not.toEqual(before);
  });

  it('waits for a running one, and both are stored', async () => {
    const { refresh, tree } = await aDatabase();
    const answers = await Promise.all([refresh(), refresh(), refresh()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const seen = answers.map(({ body }) => (body.data as DataWarehouseInfos).databases[0]?.last_seen_date);
    expect(Math.max(...(seen as number[]))).toBe((await tree()).databases[0]?.last_seen_date);
    expect(tables(await tree())).toHaveLength(1);
  });

  it('publishes an event', async () => {
    const { id, refresh, tree } = await aDatabase();
    await refresh();
    const { databases } = await tree();
    await eventually(() =>
      expect(Follower.received).toContainEqual({
        datawarehouse_id: id,
        organisation_id: '1',
        refreshed_ts: databases[0]?.last_seen_date,
        databases: 1,
        tables: 1,
      }),
    );
  });
});

describe('an asynchronous refresh', () => {
  it('responds at once with its state, and ends', async () => {
    const { refresh, tree } = await aDatabase();
    const { status, body } = await refresh({}, '?async=true');
    expect(status).toBe(200);
    const state = { id: expect.any(String), requested_ts: expect.any(Number) };
    expect((body.data as DataWarehouseInfos).refresh).toMatchObject(state);
    const done = await eventually(async () => {
      const infos = await tree();
      expect(infos.refresh).toMatchObject({ ...state, status: 'SUCCEEDED', finished_ts: expect.any(Number) });
      return infos;
    });
    expect(tables(done)).toHaveLength(1);
  });

  it('stores the reason of its failure', async () => {
    const { give, refresh, tree } = await aDatabase();
    await give({ ...server.credentials, password: 'wrong' });
    expect((await refresh({}, '?async=true')).status).toBe(200);
    await eventually(async () => {
      const infos = await tree();
      expect(infos.refresh).toMatchObject({ status: 'FAILED', error: expect.stringContaining('refuses') });
      expect(infos.databases).toEqual([]);
    });
  });

  it('is not started again while it is requested or running', async () => {
    const { give, database, refresh, tree } = await aDatabase();
    server.freeze(true);
    const responses: DataWarehouseInfos[] = [];
    for (let times = 0; times < 3; times++) responses.push((await refresh({}, '?async=true')).body.data);
    const ids = responses.map((infos: DataWarehouseInfos) => infos.refresh?.id);
    expect(new Set(ids).size).toBe(1);
    server.freeze(false);
    await eventually(async () => expect((await tree()).refresh?.status).toMatch(/SUCCEEDED|FAILED/));
    await give({ ...server.credentials, database });
    const { body } = await refresh({}, '?async=true');
    expect((body.data as DataWarehouseInfos).refresh?.id).not.toBe(ids[0]);
  });
});

describe('an element', () => {
  it('is returned by column id, with its table, schema, database and warehouse', async () => {
    const { id, path, database, refresh, tree } = await aDatabase();
    await refresh();
    const [{ schemas, ...db }] = (await tree()).databases as [Database];
    const schema = schemas[1];
    const table = schema?.tables[0];
    const { body } = await app.api(reader)('GET', `${path}/columns/${table?.columns[0]?.id}`);
    expect(body).toEqual({
      status: 'ok',
      data: {
        id: table?.columns[0]?.id,
        column_name: 'id',
        table_id: table?.id,
        table_name: 'orders',
        schema_id: schema?.id,
        schema_name: 'shop',
        database_id: db.id,
        database_name: database,
        data_warehouse_id: id,
        data_warehouse_name: 'Sales',
      },
    });
  });

  it('is not found under another data warehouse, nor under an unknown or malformed id', async () => {
    const one = await aDatabase();
    const other = await aDatabase();
    await one.refresh();
    const { id } = tableOf(await one.tree(), 'orders').columns[0] as Column;
    for (const path of [`${other.path}/columns/${id}`, `${one.path}/columns/x`, `${one.path}/columns/${randomUUID()}`])
      expect((await app.api(reader)('GET', path)).status).toBe(404);
  });

  it('is listed if it is a database, without its schemas', async () => {
    const { id, path, database, give, refresh } = await aDatabase();
    expect((await app.api(reader)('GET', `${path}/databases`)).body).toMatchObject({ data: [], total: 0 });
    await refresh();
    const { body } = await app.api(reader)('GET', `${path}/databases`);
    expect(body).toEqual({
      status: 'ok',
      count: 1,
      total: 1,
      first_result: 0,
      max_results: 50,
      data: [
        {
          data_warehouse_id: id,
          id: expect.any(String),
          name: database,
          discovery_date: expect.any(Number),
          last_seen_date: expect.any(Number),
        },
      ],
    });
    await give(server.credentials);
    await refresh();
    const second = await app.api(reader)('GET', `${path}/databases?first_result=1&max_results=1`);
    expect(second.body).toMatchObject({ count: 1, first_result: 1, max_results: 1 });
    expect(second.body['total']).toBeGreaterThan(1);
    expect((await app.api(reader)('GET', `${path}/databases?max_results=0`)).status).toBe(400);
  });

  it('is deleted with its data warehouse', async () => {
    const { id, path, refresh } = await aDatabase();
    await refresh();
    await refresh({}, '?async=true');
    await app.api(editor)('DELETE', path);
    for (const rest of ['/metadata', '/databases', '/credentials'])
      expect((await app.api(reader)('GET', `${path}${rest}`)).status).toBe(404);
    await server.query(`do $$ begin
      assert not exists (select from warehouse_metadata.metadata_databases where data_warehouse_id = ${id});
      assert not exists (select from warehouse_metadata.warehouse_credentials where data_warehouse_id = ${id});
    end $$`);
  });
});
