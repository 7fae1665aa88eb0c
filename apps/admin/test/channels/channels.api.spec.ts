import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BootedAdmin, expectError, user, type Fields } from '../booted-admin.js';

let api: BootedAdmin;

beforeAll(async () => (api = await BootedAdmin.boot()));
beforeEach(() => api.query('truncate channels restart identity cascade'));
afterAll(() => api.stop());

const editor = user('EDITOR');
const channels = '/datamarts/1/channels';
const aSite = (difference: Fields = {}): Fields => ({ name: 'Shop', type: 'SITE', ...difference });
const create = (difference?: Fields, path = channels, caller = editor) =>
  api.data(caller, 'POST', path, aSite(difference));
const paths = { SITE: 'sites', MOBILE_APPLICATION: 'mobile_applications', CTV: 'ctvs' };

describe('channels', () => {
  it('are created with a token, without analytics by default', async () => {
    const before = Date.now();
    const created = await create({ token: 'own', datamart_id: '2', creation_ts: 1 });
    expect(created).toEqual({
      ...aSite(),
      id: '1',
      datamart_id: '1',
      organisation_id: '1',
      enable_analytics: false,
      leaves_out_bots: false,
      token: expect.stringMatching(/^[0-9a-f]{32}$/),
      creation_ts: expect.any(Number),
    });
    expect(created['creation_ts']).toBeGreaterThanOrEqual(before);
    expect(await api.data(user('READER'), 'GET', `${channels}/1`)).toEqual(created);
    expect((await create())['token']).not.toBe(created['token']);
  });

  it.each<[string, Fields, RegExp]>([
    ['no name', { name: undefined }, /^name: /],
    ['an empty name', { name: '' }, /^name: must not be empty/],
    ['no type', { type: undefined }, /^type: must be one of SITE, MOBILE_APPLICATION, CTV/],
    ['an unknown type', { type: 'site' }, /^type: /],
    ['a domain that is not a string', { domain: 1 }, /^domain: /],
    ['analytics that are not a boolean', { enable_analytics: 'true' }, /^enable_analytics: /],
    ['an id that is empty', { id: '' }, /^id: must not be empty/],
    ['an id that is too long', { id: 'x'.repeat(129) }, /^id: is longer than 128/],
    ['an id that is a number', { id: 12 }, /^id: /],
    ['an option for bots that is not a boolean', { leaves_out_bots: 1 }, /^leaves_out_bots: /],
  ])('are refused with %s', async (_case, difference, message) => {
    await create();
    expectError(await api.call(editor, 'POST', channels, aSite(difference)), 400, 'BAD_REQUEST_DATA', message);
    if ('id' in difference || ('type' in difference && difference['type'] === undefined)) return;
    const put = await api.call(editor, 'PUT', '/datamarts/1/sites/1', aSite(difference));
    expectError(put, 400, 'BAD_REQUEST_DATA', message);
  });

  it.each(Object.entries(paths))('of the type %s are changed and deleted under /%s only', async (type, path) => {
    const created = await create({ type, domain: 'a.example.com' });
    for (const other of Object.values(paths).filter((one) => one !== path)) {
      const wrong = `/datamarts/1/${other}/1`;
      expectError(await api.call(editor, 'PUT', wrong, aSite()), 404, 'RESOURCE_NOT_FOUND');
      expectError(await api.call(editor, 'DELETE', wrong), 404, 'RESOURCE_NOT_FOUND');
    }
    const put = await api.data(editor, 'PUT', `/datamarts/1/${path}/1`, { name: 'B', enable_analytics: true });
    const { domain: _removed, ...kept } = created;
    expect(put).toEqual({ ...kept, name: 'B', enable_analytics: true });
    expect(await api.data(editor, 'PUT', `/datamarts/1/${path}/1`, { name: 'C', type })).toMatchObject({ name: 'C' });
    expect((await api.call(editor, 'DELETE', `/datamarts/1/${path}/1`)).text).toBe('{"status":"ok"}');
    expectError(await api.call(editor, 'DELETE', `/datamarts/1/${path}/1`), 404, 'RESOURCE_NOT_FOUND');
  });

  it('leave out bots on request, until a PUT without it', async () => {
    expect(await create({ leaves_out_bots: true })).toMatchObject({ leaves_out_bots: true });
    const put = (more: Fields) => api.data(editor, 'PUT', '/datamarts/1/sites/1', { name: 'B', ...more });
    expect(await put({})).toMatchObject({ leaves_out_bots: false });
    expect(await put({ leaves_out_bots: true })).toMatchObject({ leaves_out_bots: true });
    expect(await put({ leaves_out_bots: null })).toMatchObject({ leaves_out_bots: false });
  });

  it('keep their type', async () => {
    const created = await create();
    const put = await api.call(editor, 'PUT', '/datamarts/1/sites/1', aSite({ type: 'CTV', name: 'B' }));
    expectError(put, 400, 'CONSTRAINT_VIOLATION_EXCEPTION', /^type: /);
    expect(await api.data(editor, 'GET', `${channels}/1`)).toEqual(created);
  });

  it('are listed by datamart, and by organisation', async () => {
    const second = await api.data(user('ORGANISATION_ADMIN'), 'POST', '/datamarts', {
      name: 'b',
      organisation_id: '1',
    });
    await create();
    await create({}, '/datamarts/2/channels', user('EDITOR', '2'));
    await create({}, `/datamarts/${second.id}/channels`);
    const listed = async (path: string, caller = user('READER')) =>
      ((await api.data(caller, 'GET', path)) as unknown as Fields[]).map(({ id }) => id);
    expect(await listed(channels)).toEqual(['1']);
    expect(await listed('/channels?organisation_id=1')).toEqual(['1', '3']);
    expect(await listed('/channels?organisation_id=1&datamart_id=1')).toEqual(['1']);
    expect(await listed('/channels?organisation_id=2', user('READER', '2'))).toEqual(['2']);
    expect(await listed('/channels?organisation_id=1&first_result=1&max_results=1')).toEqual(['3']);
    expectError(await api.call(editor, 'GET', '/channels'), 400, 'BAD_REQUEST_DATA', /^organisation_id: /);
    expectError(await api.call(editor, 'GET', '/channels?organisation_id=2'), 403, 'AUTHORIZATION_ERROR');
    const foreign = '/channels?organisation_id=1&datamart_id=2';
    expectError(await api.call(editor, 'GET', foreign), 403, 'AUTHORIZATION_ERROR');
  });

  it.each<[string, string, unknown]>([
    ['GET', '/datamarts/1/channels', undefined],
    ['POST', '/datamarts/1/channels', aSite()],
    ['GET', '/datamarts/1/channels/1', undefined],
    ['PUT', '/datamarts/1/sites/1', aSite()],
    ['DELETE', '/datamarts/1/sites/1', undefined],
  ])('are read by readers and written by editors of the datamart: %s %s', async (method, path, body) => {
    await create();
    for (const caller of [user('COMMUNITY_ADMIN', '3'), { user_id: '9', roles: [] }])
      expectError(await api.call(caller, method, path, body), 403, 'AUTHORIZATION_ERROR');
    expect((await api.call(user('READER'), method, path, body)).status).toBe(method === 'GET' ? 200 : 403);
    if (!path.endsWith('/1')) return;
    for (const id of ['0', '2', 'abc', '99999999999999999999'])
      expectError(await api.call(editor, method, path.replace(/1$/, id), body), 404, 'RESOURCE_NOT_FOUND');
    await create({}, '/datamarts/2/channels', user('EDITOR', '2'));
    expectError(await api.call(editor, method, path.replace(/1$/, '2'), body), 404, 'RESOURCE_NOT_FOUND');
  });
});
