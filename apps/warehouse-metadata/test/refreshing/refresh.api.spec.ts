import { describe, expect, it } from '@jest/globals';
import type { DataWarehouseInfos } from '@tributary/contracts/warehouses/warehouse-metadata';
import { eventually } from '@tributary/testing/eventually';
import { aWarehouse, editor } from '../booted-warehouses.js';
import { Follower, app, server, aDatabase, tables } from '../metadata-fixture.js';

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
