import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Column, Database, DataWarehouseInfos, Table } from '@tributary/contracts/warehouses/warehouse-metadata';
import { editor, reader } from './booted-warehouses.js';
import { app, server, aDatabase, tables } from './metadata-fixture.js';

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
      has_read_access: true,
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
