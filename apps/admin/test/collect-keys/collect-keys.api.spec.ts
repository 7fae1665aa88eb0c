import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { BootedAdmin, expectError, user, type Fields } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let api: BootedAdmin;

beforeAll(async () => (api = await BootedAdmin.boot()));
beforeEach(() => api.query('truncate collect_keys restart identity'));
afterAll(() => api.stop());

const editor = user('EDITOR');
const keys = '/datamarts/1/collect_keys';
const aKey = (difference: Fields = {}): Fields => ({ name: 'Shop', ...difference });
const full = {
  name: 'Shop',
  channel_id: 'site-1',
  allowed_origins: ['https://shop.example.com'],
  accepts_profiles: true,
  max_qps: 0.5,
};
const create = (difference?: Fields, path = keys, caller = editor) =>
  api.data<Fields & { id: string; key: string }>(caller, 'POST', path, aKey(difference));

describe('collect keys', () => {
  it('are created with a value that stays readable, for no page and without profiles by default', async () => {
    const before = Date.now();
    const own = { id: '99', key: 'tck_own', datamart_id: '2', creation_ts: 1, last_used_ts: 2 };
    const created = await create(own);
    expect(created).toEqual({
      id: expect.stringMatching(/^\d+$/),
      datamart_id: '1',
      name: 'Shop',
      key: expect.stringMatching(/^tck_[A-Za-z0-9_-]{22}$/),
      allowed_origins: [],
      accepts_profiles: false,
      creation_ts: expect.any(Number),
    });
    expect(created['creation_ts']).toBeGreaterThanOrEqual(before);
    expect(await api.data(user('READER'), 'GET', `${keys}/${created.id}`)).toEqual(created);
    expect((await create()).key).not.toBe(created.key);
  });

  it('take null for absent fields, and integers for limits', async () => {
    const nulls = { channel_id: null, allowed_origins: null, accepts_profiles: null, max_qps: null };
    const { id: _id, key: _key, creation_ts: _ts, ...created } = await create(nulls);
    expect(created).toEqual({ datamart_id: '1', name: 'Shop', allowed_origins: [], accepts_profiles: false });
    expect(await create({ max_qps: 100 })).toMatchObject({ max_qps: 100 });
    const most = Array.from({ length: 50 }, (_, n) => `https://shop-${n}.example.com`);
    expect(await create({ allowed_origins: most, channel_id: 'x'.repeat(128) })).toMatchObject({
      allowed_origins: most,
    });
  });

  it('keep each origin once, as it is compared', async () => {
    const allowed_origins = ['HTTPS://Shop.example.com:443', 'https://shop.example.com', 'http://[::1]:80', '*'];
    expect((await create({ allowed_origins }))['allowed_origins']).toEqual([
      'https://shop.example.com',
      'http://[::1]',
      '*',
    ]);
  });

  it.each<[string, Fields, RegExp]>([
    ['no name', { name: undefined }, /^name: /],
    ['an empty name', { name: '' }, /^name: must not be empty/],
    ['an empty channel', { channel_id: '' }, /^channel_id: must not be empty/],
    ['a channel of 129 characters', { channel_id: 'x'.repeat(129) }, /^channel_id: /],
    ['a channel that is a number', { channel_id: 1 }, /^channel_id: /],
    ['origins that are no list', { allowed_origins: '*' }, /^allowed_origins: /],
    ['51 origins', { allowed_origins: Array.from({ length: 51 }, () => '*') }, /^allowed_origins: /],
    ['a path', { allowed_origins: ['*', 'https://a.example/x'] }, /^allowed_origins\[1\]: must be https:/],
    ['an origin without TLS', { allowed_origins: ['http://a.example'] }, /^allowed_origins\[0\]: /],
    ['a wildcard for hosts', { allowed_origins: ['https://*.a.example'] }, /^allowed_origins\[0\]: /],
    ['profiles that are no boolean', { accepts_profiles: 'true' }, /^accepts_profiles: /],
    ['no activity per second', { max_qps: 0 }, /^max_qps: /],
    ['a negative limit', { max_qps: -1 }, /^max_qps: /],
    ['a limit that is a text', { max_qps: '5' }, /^max_qps: /],
  ])('are refused with %s', async (_case, difference, message) => {
    const { id } = await create();
    expectError(await api.call(editor, 'POST', keys, aKey(difference)), 400, 'BAD_REQUEST_DATA', message);
    expectError(await api.call(editor, 'PUT', `${keys}/${id}`, aKey(difference)), 400, 'BAD_REQUEST_DATA', message);
  });

  it('are replaced by a PUT, but for what the server has made', async () => {
    const created = await create(full);
    expect(created).toMatchObject(full);
    const own = { id: '99', datamart_id: '2', key: 'tck_own', creation_ts: 1, last_used_ts: 2 };
    const put = await api.data(editor, 'PUT', `${keys}/${created.id}`, { name: 'B', ...own });
    const { channel_id: _channel, max_qps: _qps, ...kept } = created;
    expect(put).toEqual({ ...kept, name: 'B', allowed_origins: [], accepts_profiles: false });
    expect(await api.data(editor, 'GET', `${keys}/${created.id}`)).toEqual(put);
  });

  it('are listed by datamart', async () => {
    const ids = [await create(), await create({ name: 'B' })].map(({ id }) => id);
    await create({}, '/datamarts/2/collect_keys', user('EDITOR', '2'));
    const listed = await api.call(user('READER'), 'GET', keys);
    expect(listed.body).toMatchObject({ count: 2, total: 2, first_result: 0, max_results: 50 });
    expect((listed.body.data as Fields[]).map(({ id }) => id)).toEqual(ids);
    const second = await api.call(user('READER'), 'GET', `${keys}?first_result=1&max_results=1`);
    expect(second.body).toMatchObject({ data: [{ name: 'B' }], count: 1, total: 2 });
  });

  it.each<[string, string, unknown]>([
    ['GET', keys, undefined],
    ['POST', keys, aKey()],
    ['GET', `${keys}/1`, undefined],
    ['PUT', `${keys}/1`, aKey()],
    ['DELETE', `${keys}/1`, undefined],
  ])('are read by readers and written by editors of the datamart: %s %s', async (method, path, body) => {
    const { id } = await create();
    const target = path.replace(/\/1$/, `/${id}`);
    for (const caller of [user('COMMUNITY_ADMIN', '3'), { user_id: '9', roles: [] }])
      expectError(await api.call(caller, method, target, body), 403, 'AUTHORIZATION_ERROR');
    expect((await api.call(user('READER'), method, target, body)).status).toBe(method === 'GET' ? 200 : 403);
    if (path === keys) return;
    const foreign = await create({}, '/datamarts/2/collect_keys', user('EDITOR', '2'));
    for (const other of ['0', '999', 'abc', '99999999999999999999', foreign.id])
      expectError(await api.call(editor, method, `${keys}/${other}`, body), 404, 'RESOURCE_NOT_FOUND');
  });
});

describe('gateways', () => {
  const known = (id: string) => FakeGateway.credentials.get(`collect_key/${id}`);

  it('learn each change of a key before its answer, and its end', async () => {
    const { id, key } = await create(full);
    const { name: _name, ...published } = full;
    await eventually(() =>
      expect(known(id)).toMatchObject({ kind: 'collect_key', datamart_id: '1', key, ...published }),
    );
    const version = known(id)?.version ?? 0;
    await api.data(editor, 'PUT', `${keys}/${id}`, aKey());
    expect(known(id)).toEqual({
      kind: 'collect_key',
      id,
      version: expect.any(Number),
      datamart_id: '1',
      key,
      allowed_origins: [],
      accepts_profiles: false,
    });
    expect(known(id)?.version).toBeGreaterThan(version);
    expect((await api.call(editor, 'DELETE', `${keys}/${id}`)).text).toBe('{"status":"ok"}');
    expect(FakeGateway.revoked.get(`collect_key/${id}`)).toMatchObject({ credential: 'collect_key', id });
    expect(known(id)).toBeUndefined();
    expectError(await api.call(editor, 'DELETE', `${keys}/${id}`), 404, 'RESOURCE_NOT_FOUND');
  });

  it('ask for a key that they do not know yet', async () => {
    const { id, key } = await create();
    const { body } = await api.ask({ collect_key: key }, 'gateway');
    expect(body).toEqual({ credentials: [known(id)], directory: [] });
    expect((await api.ask({ collect_key: 'tck_x' }, 'gateway')).body).toEqual({ credentials: [], directory: [] });
  });
});
