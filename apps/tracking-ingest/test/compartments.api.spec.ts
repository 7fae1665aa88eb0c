import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refused, startTracking, type Tracking } from './tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking()));
afterAll(() => tracking.stop());

/** Each case has a datamart of its own. */
let last = 100;
const aDatamart = () => String(++last);

type Fields = Record<string, unknown>;
const call = (method: string, path: string, body?: object | string) => tracking.call(method, path, body);
const create = (datamart: string, fields: Fields = {}) =>
  call('POST', `${datamart}/compartments`, { compartment_id: 'loyalty', name: 'Loyalty cards', ...fields });
const one = (datamart: string, id: string) => `${datamart}/compartments/${encodeURIComponent(id)}`;
const idsIn = async (path: string) =>
  ((await call('GET', path)).body.data as { compartment_id: string }[]).map(({ compartment_id }) => compartment_id);
const theDefault = (datamart_id: string, name = 'default') => ({
  compartment_id: 'default',
  datamart_id,
  name,
  default: true,
  archived: false,
  exclusive: false,
  creation_ts: 0,
});
const conflict = (message: string) => refused(400, 'CONSTRAINT_VIOLATION_EXCEPTION', message);
const unknown = refused(404, 'RESOURCE_NOT_FOUND', 'Resource Not Found');
const anAccount = (datamart: string, $compartment_id: string, $user_account_id = 'u') =>
  tracking.send(datamart, { $user_account_id, $compartment_id });

describe('compartments', () => {
  it('are created under the id that the client gives', async () => {
    const [datamart, before] = [aDatamart(), Date.now()];
    const { status, body } = await create(datamart, { datamart_id: '9', default: true, creation_ts: 1, more: 1 });
    expect([status, body]).toEqual([
      200,
      {
        status: 'ok',
        data: {
          compartment_id: 'loyalty',
          datamart_id: datamart,
          name: 'Loyalty cards',
          default: false,
          archived: false,
          exclusive: false,
          creation_ts: expect.any(Number),
        },
      },
    ]);
    expect((body.data as { creation_ts: number }).creation_ts).toBeGreaterThanOrEqual(before);
    expect((await call('GET', one(datamart, 'loyalty'))).body).toEqual(body);
  });

  it.each<[string, Fields, RegExp]>([
    ['no id', { compartment_id: undefined }, /^compartment_id: /],
    ['the id null', { compartment_id: null }, /^compartment_id: /],
    ['an empty id', { compartment_id: '' }, /^compartment_id: must not be empty/],
    ['white space as the id', { compartment_id: ' ' }, /^compartment_id: must not be empty/],
    ['an id of 129 characters', { compartment_id: 'x'.repeat(129) }, /^compartment_id: is longer than 128/],
    ['a fraction as the id', { compartment_id: 1.5 }, /^compartment_id: /],
    ['U+0000 in the id', { compartment_id: 'a\0b' }, /^compartment_id: holds U\+0000/],
    ['half a surrogate pair in the id', { compartment_id: '\ud800' }, /^compartment_id: holds U\+0000 or half/],
    ['no name', { name: undefined }, /^name: /],
    ['the name null', { name: null }, /^name: /],
    ['an empty name', { name: '' }, /^name: must not be empty/],
    ['a number as the name', { name: 7 }, /^name: /],
    ['U+0000 in the name', { name: '\0' }, /^name: holds U\+0000/],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, /^name: is longer than 255/],
    ['a text as archived', { archived: 'true' }, /^archived: /],
    ['a number as exclusive', { exclusive: 1 }, /^exclusive: /],
  ])('are refused with %s', async (_case, fields, message) => {
    const datamart = aDatamart();
    const answer = await create(datamart, fields);
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'BAD_REQUEST_DATA' } });
    expect(answer.body.error).toMatch(message);
    expect(await idsIn(`${datamart}/compartments`)).toEqual(['default']);
    if ('compartment_id' in fields) return;
    await create(datamart);
    const put = await call('PUT', one(datamart, 'loyalty'), { name: 'B', ...fields });
    expect(put).toMatchObject({ status: 400, body: { error_code: 'BAD_REQUEST_DATA' } });
    expect(put.body.error).toMatch(message);
  });

  it.each([
    ['GET', 'loyalty', 404, undefined],
    ['PUT', 'loyalty', 404, { name: 'A' }],
    ['DELETE', 'loyalty', 404, undefined],
    ['GET', 'x'.repeat(300), 404, undefined],
    ['GET', '%00', 400, undefined],
    ['PUT', 'a%00b', 400, { name: 'A' }],
    ['DELETE', '%00', 400, undefined],
    ['GET', '%ED%A0%80', 400, undefined],
    ['GET', '%', 400, undefined],
    ['PUT', 'loyalty', 400, 'null'],
    ['PUT', 'loyalty', 400, '{'],
    ['PUT', 'loyalty', 400, undefined],
    ['POST', '', 404, { compartment_id: 'a', name: 'A' }],
  ])('%s %s: %d', async (method, path, status, body) => {
    expect((await call(method, `${aDatamart()}/compartments/${path}`, body)).status).toBe(status);
  });

  it.each([
    ['1606', 1606],
    ['0', 0],
    ['12345678901234567890', '12345678901234567890'],
  ])('have the decimal text of an integer id: %s', async (id, sent) => {
    const datamart = aDatamart();
    const body = `{"name":"A","compartment_id":${sent}}`;
    expect((await call('POST', `${datamart}/compartments`, body)).body).toMatchObject({ data: { compartment_id: id } });
    expect((await call('GET', one(datamart, id))).status).toBe(200);
    expect(await create(datamart, { compartment_id: id })).toMatchObject(conflict('compartment_id: '));
  });

  it.each(['1.5', '7.0', '1e3', '1e999', '9'.repeat(129), 'true', '{}', '[1]'])(
    'are refused with the id %s',
    async (sent) => {
      const answer = await call('POST', `${aDatamart()}/compartments`, `{"name":"A","compartment_id":${sent}}`);
      expect(answer).toMatchObject(refused(400, 'BAD_REQUEST_DATA', 'compartment_id: '));
    },
  );

  it('have no white space around their ids, as in what clients send', async () => {
    const datamart = aDatamart();
    const { body } = await create(datamart, { compartment_id: ' crm\t', name: 'CRM' });
    expect(body).toMatchObject({ data: { compartment_id: 'crm' } });
    expect(await create(datamart, { compartment_id: 'crm ' })).toMatchObject(conflict('compartment_id: '));
    await anAccount(datamart, ' crm ');
    const deletion = await call('DELETE', one(datamart, 'crm'));
    expect(deletion).toMatchObject(conflict('the compartment holds user accounts'));
  });

  it.each(['a/b', 'a%2Fb', '%', 'a,b=c', '...', 'ünïcode ☕', '?x#y', '%25', "';--", 'user_account_compartments'])(
    'may have the id %s',
    async (id) => {
      const datamart = aDatamart();
      expect(await create(datamart, { compartment_id: id })).toMatchObject({ status: 200 });
      expect((await call('GET', one(datamart, id))).body).toMatchObject({ data: { compartment_id: id } });
      const renamed = await call('PUT', one(datamart, id), { name: 'B' });
      expect(renamed.body).toMatchObject({ data: { compartment_id: id, name: 'B' } });
      expect((await call('DELETE', one(datamart, id))).text).toBe('{"status":"ok"}');
      expect(await call('GET', one(datamart, id))).toMatchObject(unknown);
    },
  );

  it('have an id once in their datamart', async () => {
    const [datamart, other] = [aDatamart(), aDatamart()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(datamart)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    expect(await create(datamart)).toMatchObject(conflict('compartment_id: '));
    expect((await create(other, { name: 'Another' })).status).toBe(200);
    expect((await call('GET', one(datamart, 'loyalty'))).body).toMatchObject({ data: { name: 'Loyalty cards' } });
  });

  it('are renamed and archived; a PUT without `archived` restores', async () => {
    const datamart = aDatamart();
    const { data } = (await create(datamart)).body;
    const put = (body: Fields) => call('PUT', one(datamart, 'loyalty'), body);
    const archived = await put({ name: 'B', archived: true, compartment_id: 'other', default: true, datamart_id: '1' });
    expect(archived.body.data).toEqual({ ...(data as Fields), name: 'B', archived: true });
    expect((await call('GET', one(datamart, 'loyalty'))).body).toEqual(archived.body);
    expect((await put({ name: 'B' })).body).toMatchObject({ data: { name: 'B', archived: false } });
    expect((await create(datamart, { compartment_id: 'old', archived: true })).body).toMatchObject({
      data: { archived: true },
    });
  });
});

describe('the default compartment', () => {
  it('exists in every datamart, and is renamed', async () => {
    const datamart = aDatamart();
    expect((await call('GET', one(datamart, 'default'))).body.data).toEqual(theDefault(datamart));
    const renamed = theDefault(datamart, 'Everybody');
    for (let again = 0; again < 2; again++) {
      const put = await call('PUT', one(datamart, 'default'), { name: 'Everybody', archived: false });
      expect(put.body.data).toEqual(renamed);
    }
    expect((await call('GET', one(datamart, 'default'))).body.data).toEqual(renamed);
    expect((await call('GET', `${datamart}/compartments`)).body).toMatchObject({ data: [renamed], total: 1 });
    expect((await call('GET', one(aDatamart(), 'default'))).body).toMatchObject({ data: { name: 'default' } });
  });

  it.each([
    ['created', 'POST', '', { compartment_id: 'default', name: 'A' }],
    ['archived', 'PUT', '/default', { name: 'A', archived: true }],
    ['deleted', 'DELETE', '/default', undefined],
  ])('cannot be %s', async (_case, method, path, body) => {
    const datamart = aDatamart();
    const isRefused = async () =>
      expect(await call(method, `${datamart}/compartments${path}`, body)).toMatchObject(conflict(''));
    await isRefused();
    await call('PUT', one(datamart, 'default'), { name: 'Renamed' });
    await isRefused();
    expect((await call('GET', one(datamart, 'default'))).body.data).toEqual(theDefault(datamart, 'Renamed'));
  });
});

describe.each(['compartments', 'user_account_compartments'])('GET /%s', (name) => {
  it('lists the registered compartments and the default, by id', async () => {
    const datamart = aDatamart();
    const path = `${datamart}/${name}`;
    expect((await call('GET', path)).body).toEqual({
      status: 'ok',
      data: [theDefault(datamart)],
      count: 1,
      total: 1,
      first_result: 0,
      max_results: 50,
    });
    for (const compartment_id of ['f', 'B', 'é', '10', '9']) await create(datamart, { compartment_id });
    await anAccount(datamart, 'not registered');
    expect(await idsIn(path)).toEqual(['10', '9', 'B', 'default', 'f', 'é']);
    expect((await call('GET', `${path}?first_result=2&max_results=2`)).body).toMatchObject({
      data: [{ compartment_id: 'B' }, { compartment_id: 'default' }],
      count: 2,
      total: 6,
      first_result: 2,
      max_results: 2,
    });
    expect((await call('GET', `${path}?first_result=6`)).body).toMatchObject({ data: [], count: 0, total: 6 });
    expect((await call('GET', `${path}?default=true`)).body).toMatchObject({ data: [theDefault(datamart)], total: 1 });
    expect(await idsIn(`${path}?default=false`)).toEqual(['10', '9', 'B', 'f', 'é']);
    await call('PUT', one(datamart, 'default'), { name: 'Renamed' });
    expect((await call('GET', `${path}?default=true`)).body).toMatchObject({ data: [{ name: 'Renamed' }], total: 1 });
    expect(await idsIn(path)).toHaveLength(6);
  });

  it.each(['default=yes', 'default=', 'max_results=0', 'first_result=-1', 'first_result=x'])(
    'refuses ?%s',
    async (query) => {
      const answer = await call('GET', `${aDatamart()}/${name}?${query}`);
      expect(answer).toMatchObject(refused(400, 'BAD_REQUEST_DATA', `${query.split('=')[0]}: `));
    },
  );
});

describe('DELETE of a compartment', () => {
  it('is refused while the compartment holds accounts', async () => {
    const [datamart, other] = [aDatamart(), aDatamart()];
    for (const one of [datamart, other]) await create(one);
    await anAccount(datamart, 'loyalty', 'a');
    expect(await call('DELETE', one(datamart, 'loyalty'))).toMatchObject(conflict('holds user accounts'));
    expect((await call('GET', one(datamart, 'loyalty'))).status).toBe(200);
    // Accounts of another datamart do not count.
    expect((await call('DELETE', one(other, 'loyalty'))).status).toBe(200);
    await call('DELETE', `${datamart}/user_points/compartment_id=loyalty,user_account_id=a`);
    expect((await call('DELETE', one(datamart, 'loyalty'))).status).toBe(200);
    expect((await create(datamart)).status).toBe(200);
  });

  it('is not refused for profiles of people without an account in it', async () => {
    const datamart = aDatamart();
    await create(datamart);
    await tracking.asAgent(datamart, 'agent', (client, user_point_id) =>
      client.query(
        `insert into user_profiles (datamart_id, user_point_id, compartment_id, user_account_id, properties, versions,
            creation_ts, last_modified_ts)
          values ($1, $2, 'loyalty', '', '{}', '{}', 1, 1)`,
        [datamart, user_point_id],
      ),
    );
    expect((await call('DELETE', one(datamart, 'loyalty'))).status).toBe(200);
  });

  it('leaves the accounts that arrive afterwards in a compartment that is not registered', async () => {
    const datamart = aDatamart();
    await create(datamart);
    await call('DELETE', one(datamart, 'loyalty'));
    await anAccount(datamart, 'loyalty', 'b');
    const person = await call('GET', `${datamart}/user_points/compartment_id=loyalty,user_account_id=b`);
    expect(person.status).toBe(200);
    expect(await idsIn(`${datamart}/compartments`)).toEqual(['default']);
  });

  it('finds accounts by the index', async () => {
    const rows = await tracking.database.query<{ 'QUERY PLAN': string }[]>(
      `explain select from user_identifiers where datamart_id = 1 and compartment_id = 'a'
        and type = 'USER_ACCOUNT' and compartment_id <> 'default' limit 1`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('user_accounts_by_compartment');
  });
});
