import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aWarehouse,
  bootWarehouses,
  caller,
  editor,
  reader,
  outsider,
  type BootedWarehouses,
} from './booted-warehouses.js';

let app: BootedWarehouses;

beforeAll(async () => {
  app = await bootWarehouses();
});
afterAll(() => app.stop());

const as = (who: typeof editor) => app.api(who);
const created = async (difference: object = {}, who = editor): Promise<{ id: string }> => {
  const { status, body } = await as(who)('POST', '/datawarehouses', aWarehouse(difference));
  expect(status).toBe(200);
  return body.data;
};
const failure = (error_code: string) => ({
  status: 'error',
  error_code,
  error_id: expect.any(String),
  error: expect.any(String),
});

describe('a new data warehouse', () => {
  it('is returned with its id, as by a later GET', async () => {
    const answer = await as(editor)('POST', '/datawarehouses', aWarehouse({ location: 'eu' }));
    expect(answer.body).toEqual({
      status: 'ok',
      data: {
        id: expect.stringMatching(/^\d+$/),
        organisation_id: '1',
        name: 'Sales',
        description: 'What was sold',
        location: 'eu',
        engine_type: 'POSTGRES',
      },
    });
    const { id } = answer.body.data as { id: string };
    expect((await as(reader)('GET', `/datawarehouses/${id}`)).body).toEqual(answer.body);
  });

  it.each([
    ['without a location', {}],
    ['with location null', { location: null }],
    ['with read-only and unknown fields, which are ignored', { id: '999', colour: 'red' }],
    ['with an empty description', { description: '' }],
  ])('may be created %s', async (_case, difference) => {
    const data = await created(difference);
    expect(Object.keys(data).sort()).toEqual(['description', 'engine_type', 'id', 'name', 'organisation_id']);
    expect(data.id).not.toBe('999');
  });

  it.each([
    ['no name', aWarehouse({ name: undefined }), 'name'],
    ['an empty name', aWarehouse({ name: '' }), 'name'],
    ['a name that a terminal obeys', aWarehouse({ name: 'a\u001b[2J' }), 'name'],
    ['no description', aWarehouse({ description: undefined }), 'description'],
    ['a description that is a number', aWarehouse({ description: 1 }), 'description'],
    ['no engine_type', aWarehouse({ engine_type: undefined }), 'engine_type'],
    ['an unknown engine_type', aWarehouse({ engine_type: 'ORACLE' }), 'engine_type'],
    ['a location that is a number', aWarehouse({ location: 5 }), 'location'],
    ['a malformed organisation_id', aWarehouse({ organisation_id: 'one' }), 'organisation_id'],
    ['a body that is not an object', [], 'body'],
  ])('is rejected with %s', async (_case, body, field) => {
    const answer = await as(editor)('POST', '/datawarehouses', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(failure('BAD_REQUEST_DATA'));
    expect(answer.body['error']).toContain(`${field}: `);
  });

  it('belongs to the organisation of the query, of the body, or otherwise of the caller', async () => {
    const both = caller(['2', 'EDITOR'], ['1', 'EDITOR']);
    const post = async (query: string, difference: object) =>
      (await as(both)('POST', `/datawarehouses${query}`, aWarehouse(difference))).body.data;
    expect(await post('?organisation_id=2', {})).toMatchObject({ organisation_id: '2' });
    expect(await post('', { organisation_id: '2' })).toMatchObject({ organisation_id: '2' });
    expect(await post('?organisation_id=2', { organisation_id: '2' })).toMatchObject({ organisation_id: '2' });
    const { status, body } = await as(both)('POST', '/datawarehouses', aWarehouse());
    expect({ status, body }).toMatchObject({ status: 400, body: failure('BAD_REQUEST_DATA') });
    const own = await as({ ...both, organisation_id: '1' })('POST', '/datawarehouses', aWarehouse());
    expect(own.body.data).toMatchObject({ organisation_id: '1' });
  });

  it.each([
    ['query and body disagree', '?organisation_id=1', { organisation_id: '2' }, 400, 'CONSTRAINT_VIOLATION_EXCEPTION'],
    ['the body names an organisation of other users', '', { organisation_id: '2' }, 403, 'AUTHORIZATION_ERROR'],
    ['the body names one that does not exist', '', { organisation_id: '99' }, 403, 'AUTHORIZATION_ERROR'],
    ['the organisation_id of the query is not an integer', '?organisation_id=x', {}, 400, 'BAD_REQUEST_DATA'],
  ])('is refused when %s', async (_case, query, difference, status, code) => {
    const answer = await as(editor)('POST', `/datawarehouses${query}`, aWarehouse(difference));
    expect(answer).toMatchObject({ status, body: failure(code) });
  });

  it.each([
    ['a valid body', aWarehouse()],
    ['an invalid body', {}],
  ])('is rejected for a reader, with %s', async (_case, body) => {
    expect(await as(reader)('POST', '/datawarehouses', body)).toMatchObject({
      status: 403,
      body: failure('AUTHORIZATION_ERROR'),
    });
  });
});

describe('a data warehouse', () => {
  it('is replaced as a whole, except its id and organisation', async () => {
    const { id } = await created({ location: 'eu' });
    const replacement = { ...aWarehouse({ name: 'New', engine_type: 'SNOWFLAKE' }), id: '1', organisation_id: '2' };
    const { status, body } = await as(editor)('PUT', `/datawarehouses/${id}`, replacement);
    expect(status).toBe(200);
    const data = { id, organisation_id: '1', name: 'New', description: 'What was sold', engine_type: 'SNOWFLAKE' };
    expect(body).toEqual({ status: 'ok', data });
    expect((await as(reader)('GET', `/datawarehouses/${id}`)).body).toEqual({ status: 'ok', data });
  });

  it('is deleted once', async () => {
    const { id } = await created();
    expect((await as(editor)('DELETE', `/datawarehouses/${id}`)).body).toEqual({ status: 'ok' });
    for (const method of ['GET', 'DELETE'])
      expect((await as(editor)(method, `/datawarehouses/${id}`)).status).toBe(404);
  });

  it.each(['0', '-1', 'abc', '1e3', '99999', '9'.repeat(30), '%00'])('does not exist as "%s"', async (id) => {
    expect(await as(editor)('GET', `/datawarehouses/${id}`)).toMatchObject({
      status: 404,
      body: { error_code: 'RESOURCE_NOT_FOUND', error: 'Resource Not Found' },
    });
  });

  it.each<[string, string, unknown]>([
    ['GET', '', undefined],
    ['PUT', '', aWarehouse()],
    ['PUT', '', {}],
    ['DELETE', '', undefined],
    ['GET', '/metadata', undefined],
    ['POST', '/metadata', { fetch_only: false }],
    ['POST', '/metadata', { fetch_only: 'no' }],
    ['GET', '/databases', undefined],
    ['GET', '/columns/018f2b6e-0000-8000-8000-000000000000', undefined],
    ['GET', '/credentials', undefined],
    ['PUT', '/credentials', { host: 'db', port: 5432, user: 'u', password: 'p' }],
  ])('of another organisation is not found by %s %s', async (method, path, body) => {
    const { id } = await created();
    expect((await as(outsider)(method, `/datawarehouses/${id}${path}`, body)).status).toBe(404);
  });

  it.each<[string, string, unknown]>([
    ['PUT', '', aWarehouse()],
    ['PUT', '', {}],
    ['DELETE', '', undefined],
    ['POST', '/metadata', { fetch_only: true }],
    ['POST', '/metadata', { fetch_only: 'no' }],
    ['PUT', '/credentials', { host: 'db', port: 5432, user: 'u', password: 'p' }],
  ])('rejects a reader with 403 for %s %s', async (method, path, body) => {
    const { id } = await created();
    expect((await as(reader)(method, `/datawarehouses/${id}${path}`, body)).status).toBe(403);
  });
});

describe('the list of data warehouses', () => {
  it('is paged by id, with the total', async () => {
    const admin = caller(['2', 'ORGANISATION_ADMIN']);
    const before = (await as(admin)('GET', '/datawarehouses?organisation_id=2')).body['total'] as number;
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.push((await created({ name }, admin)).id);
    const page = `organisation_id=2&first_result=${before + 1}&max_results=2`;
    const { status, body } = await as(admin)('GET', `/datawarehouses?${page}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ok', count: 2, total: before + 3, first_result: before + 1, max_results: 2 });
    expect((body.data as { id: string }[]).map(({ id }) => id)).toEqual(ids.slice(1));
  });

  it('is empty beyond its last page', async () => {
    const { body } = await as(reader)('GET', '/datawarehouses?organisation_id=1&first_result=1000');
    expect(body).toMatchObject({ data: [], count: 0, total: expect.any(Number), max_results: 50 });
  });

  it.each(['', '?organisation_id=x', '?organisation_id=1&max_results=0', '?organisation_id=1&max_results=x'])(
    'is refused with "%s"',
    async (query) => {
      expect(await as(reader)('GET', `/datawarehouses${query}`)).toMatchObject({
        status: 400,
        body: failure('BAD_REQUEST_DATA'),
      });
    },
  );
});

describe('the link to a datamart', () => {
  const path = (id: string, datamart = '10') => `/datamarts/${datamart}/datawarehouses/${id}/config`;
  const aConfig = (id: string, difference: object = {}) => ({
    datamart_id: '10',
    data_warehouse_id: id,
    ...difference,
  });

  it('is created and replaced under the same id', async () => {
    const { id } = await created();
    const first = await as(editor)('PUT', path(id), aConfig(id, { working_schema_name: 'work' }));
    expect(first.status).toBe(200);
    const { created_ts, ...data } = first.body.data as { created_ts: number; last_modified_ts: number; id: string };
    expect(data).toEqual({
      id: expect.stringMatching(/^\d+$/),
      datamart_id: '10',
      data_warehouse_id: id,
      working_schema_name: 'work',
      last_modified_ts: created_ts,
    });
    const second = await as(editor)('PUT', path(id), aConfig(id, { id: '77', created_ts: 5 }));
    expect(second.body.data).toEqual({
      id: data.id,
      datamart_id: '10',
      data_warehouse_id: id,
      created_ts,
      last_modified_ts: expect.any(Number),
    });
    expect((await as(reader)('GET', path(id))).body).toEqual(second.body);
  });

  it('takes the ids of the path where the body has none', async () => {
    const { id } = await created();
    for (const body of [{}, { datamart_id: null, data_warehouse_id: null }, { datamart_id: '10' }])
      expect(await as(editor)('PUT', path(id), body)).toMatchObject({
        status: 200,
        body: { data: { datamart_id: '10', data_warehouse_id: id } },
      });
    const refused = { status: 400, body: failure('CONSTRAINT_VIOLATION_EXCEPTION') };
    expect(await as(editor)('PUT', path(id), { datamart_id: '20' })).toMatchObject(refused);
    expect(await as(editor)('PUT', path(id), { data_warehouse_id: '999999' })).toMatchObject(refused);
  });

  it('is deleted once', async () => {
    const { id } = await created();
    await as(editor)('PUT', path(id), aConfig(id));
    expect((await as(editor)('DELETE', path(id))).body).toEqual({ status: 'ok' });
    for (const method of ['GET', 'DELETE']) expect((await as(editor)(method, path(id))).status).toBe(404);
  });

  it('is deleted with its data warehouse', async () => {
    const { id } = await created();
    await as(editor)('PUT', path(id), aConfig(id));
    await as(editor)('DELETE', `/datawarehouses/${id}`);
    expect((await as(editor)('GET', path(id))).status).toBe(404);
  });

  it.each([
    ['another datamart', { datamart_id: '20' }, 400, 'CONSTRAINT_VIOLATION_EXCEPTION'],
    ['another data warehouse', { data_warehouse_id: '999999' }, 400, 'CONSTRAINT_VIOLATION_EXCEPTION'],
    ['a number for a datamart', { datamart_id: 10 }, 400, 'BAD_REQUEST_DATA'],
    ['a number for a schema', { working_schema_name: 1 }, 400, 'BAD_REQUEST_DATA'],
  ])('is rejected if the body has %s', async (_case, difference, status, code) => {
    const { id } = await created();
    expect(await as(editor)('PUT', path(id), aConfig(id, difference))).toMatchObject({ status, body: failure(code) });
  });

  it('requires a data warehouse that the caller can see, and a role that may write', async () => {
    const { id } = await created();
    const foreign = aConfig(id, { datamart_id: '20' });
    expect((await as(outsider)('PUT', path(id, '20'), foreign)).status).toBe(404);
    expect((await as(outsider)('PUT', path(id, '20'), {})).status).toBe(404);
    expect((await as(outsider)('GET', path(id, '20'))).status).toBe(404);
    expect((await as(reader)('PUT', path(id), aConfig(id))).status).toBe(403);
    expect((await as(reader)('DELETE', path(id))).status).toBe(403);
    expect((await as(editor)('GET', path(id, 'abc'))).status).toBe(400);
  });

  it('may cross organisations if the caller may write in both', async () => {
    const { id } = await created();
    const admin = caller(['1', 'COMMUNITY_ADMIN']);
    const { status } = await as(admin)('PUT', path(id, '20'), aConfig(id, { datamart_id: '20' }));
    expect(status).toBe(200);
  });
});
