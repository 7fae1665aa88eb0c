import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BootedAdmin, expectError, user, type Fields } from '../booted-admin.js';

let api: BootedAdmin;

beforeAll(async () => (api = await BootedAdmin.boot()));
beforeEach(() => api.query('truncate plugins, plugin_versions, throttlings restart identity cascade'));
afterAll(() => api.stop());

const admin = user('ORGANISATION_ADMIN');
const communityAdmin = user('COMMUNITY_ADMIN');

const aPlugin = (difference: Fields = {}): Fields => ({
  organisation_id: '1',
  plugin_type: 'ACTIVITY_ANALYZER',
  group_id: 'com.example',
  artifact_id: 'analyzer',
  ...difference,
});
const create = (difference: Fields = {}) => api.data(communityAdmin, 'POST', '/plugins', aPlugin(difference));
const addVersion = (version_id: string, difference: Fields = {}) =>
  api.data(admin, 'POST', '/plugins/1/versions', { version_id, ...difference });
const property = (...differences: Fields[]) => ({
  plugin_properties: differences.map((difference): Fields => ({
    technical_name: 'a',
    property_type: 'STRING',
    value: { value: 'x' },
    ...difference,
  })),
});
const current = async () => (await api.data(admin, 'GET', '/plugins/1'))['current_version_id'];

describe('plugins', () => {
  it('are created in an organisation, without a version', async () => {
    const created = await create({ id: '99', current_version_id: '5' });
    expect(created).toEqual({ id: '1', ...aPlugin() });
    expect(await api.data(user('READER'), 'GET', '/plugins/1')).toEqual(created);
  });

  it.each<[string, Fields, RegExp]>([
    ['no organisation', { organisation_id: undefined }, /^organisation_id: /],
    ['no type', { plugin_type: undefined }, /^plugin_type: /],
    ['an unknown type', { plugin_type: 'ANALYZER' }, /^plugin_type: must be one of ACTIVITY_ANALYZER, /],
    ['an empty group', { group_id: '' }, /^group_id: /],
    ['an artifact that is not a string', { artifact_id: 1 }, /^artifact_id: /],
    ['a name of 256 characters', { artifact_id: 'a'.repeat(256) }, /^artifact_id: /],
  ])('are refused with %s', async (_case, difference, message) => {
    expectError(await api.call(admin, 'POST', '/plugins', aPlugin(difference)), 400, 'BAD_REQUEST_DATA', message);
  });

  it('are unique by group and artifact in their organisation', async () => {
    await create();
    const again = await api.call(admin, 'POST', '/plugins', aPlugin());
    expectError(again, 400, 'CONSTRAINT_VIOLATION_EXCEPTION', /^artifact_id: /);
    await create({ artifact_id: 'other' });
    await create({ organisation_id: '2' });
    const renamed = await api.call(admin, 'PUT', '/plugins/1', aPlugin({ artifact_id: 'other' }));
    expectError(renamed, 400, 'CONSTRAINT_VIOLATION_EXCEPTION', /^artifact_id: /);
  });

  it('are created by admins of the organisation only', async () => {
    for (const caller of [user('EDITOR'), user('ORGANISATION_ADMIN', '2'), user('COMMUNITY_ADMIN', '3')])
      expectError(await api.call(caller, 'POST', '/plugins', aPlugin()), 403, 'AUTHORIZATION_ERROR');
    expectError(await api.call(user('EDITOR'), 'POST', '/plugins', {}), 403, 'AUTHORIZATION_ERROR');
  });

  it('are replaced by a PUT and stay in their organisation', async () => {
    await create();
    const body = { organisation_id: '2', plugin_type: 'BID_OPTIMIZER', group_id: 'b', artifact_id: 'b' };
    const updated = await api.data(communityAdmin, 'PUT', '/plugins/1', body);
    expect(updated).toEqual({ ...body, id: '1', organisation_id: '1' });
    expect(await api.data(admin, 'GET', '/plugins/1')).toEqual(updated);
  });

  it('stay in their organisation, also if the body of a PUT names another', async () => {
    await create();
    for (const organisation_id of ['2', '3', '4711'])
      expect(await api.data(admin, 'PUT', '/plugins/1', aPlugin({ organisation_id }))).toMatchObject(aPlugin());
  });

  it('are listed for callers with a role in their organisation', async () => {
    await create();
    await create({ organisation_id: '2' });
    await api.data(user('COMMUNITY_ADMIN', '3'), 'POST', '/plugins', aPlugin({ organisation_id: '3' }));
    const listed = async (caller: typeof admin, query = '') => {
      const { body } = await api.call(caller, 'GET', `/plugins${query}`);
      return [(body.data as Fields[]).map(({ id }) => id), body.total];
    };
    expect(await listed(user('READER'))).toEqual([['1'], 1]);
    expect(await listed(communityAdmin)).toEqual([['1', '2'], 2]);
    expect(await listed(communityAdmin, '?max_results=1&first_result=1')).toEqual([['2'], 2]);
    expect(await listed(communityAdmin, '?organisation_id=1')).toEqual([['1'], 1]);
    expect(await listed(user('READER', '3'))).toEqual([['3'], 1]);
    expect(await listed({ user_id: '7', roles: [] })).toEqual([[], 0]);
  });

  it('are listed by their type, group and artifact', async () => {
    await create();
    await create({ plugin_type: 'ML_FUNCTION', artifact_id: 'function' });
    await create({ group_id: 'org.example' });
    const listed = async (query: string) =>
      ((await api.data(communityAdmin, 'GET', `/plugins?${query}`)) as unknown as Fields[]).map(({ id }) => id);
    expect(await listed('plugin_type=ML_FUNCTION')).toEqual(['2']);
    expect(await listed('plugin_type=EMAIL_ROUTER')).toEqual([]);
    expect(await listed('group_id=com.example')).toEqual(['1', '2']);
    expect(await listed('artifact_id=analyzer')).toEqual(['1', '3']);
    expect(await listed('artifact_id=analyzer&group_id=com.example&organisation_id=1')).toEqual(['1']);
    for (const filter of ['artifact_id', 'group_id']) {
      const { status, body } = await api.call(admin, 'GET', `/plugins?${filter}=%00`);
      expect([status, body]).toEqual([400, expect.objectContaining({ error: `${filter}: holds U+0000` })]);
    }
    const unknown = await api.call(admin, 'GET', '/plugins?plugin_type=ANALYZER');
    expectError(unknown, 400, 'BAD_REQUEST_DATA', /^plugin_type: /);
  });

  it.each<[string, string, unknown]>([
    ['GET', '/plugins/1', undefined],
    ['PUT', '/plugins/1', aPlugin()],
    ['GET', '/plugins/1/versions', undefined],
    ['POST', '/plugins/1/versions', { version_id: '2' }],
    ['GET', '/plugins/1/versions/1', undefined],
    ['PUT', '/plugins/1/versions/1', { version_id: '2' }],
    ['GET', '/plugins/1/versions/1/properties', undefined],
    ['GET', '/plugins/1/versions/1/throttlings', undefined],
    ['POST', '/plugins/1/versions/1/throttlings', {}],
    ['PUT', '/plugins/1/versions/1/throttlings/1', {}],
    ['DELETE', '/plugins/1/versions/1/throttlings/1', undefined],
  ])('are not found by callers without a role and cannot be changed by readers: %s %s', async (method, path, body) => {
    await create();
    await addVersion('1.0.0');
    const foreign = await api.call(user('COMMUNITY_ADMIN', '3'), method, path, body);
    expectError(foreign, 404, 'RESOURCE_NOT_FOUND', /^Resource Not Found$/);
    const reader = await api.call(user('READER'), method, path, body);
    expect(reader.status).toBe(method === 'GET' ? 200 : 403);
    for (const id of ['0', '2', 'abc', '99999999999999999999']) {
      const missing = path.replace('/plugins/1', `/plugins/${id}`);
      expectError(await api.call(admin, method, missing, body), 404, 'RESOURCE_NOT_FOUND');
    }
  });
});

describe('versions', () => {
  beforeEach(() => create());

  it('are created, read and listed', async () => {
    const created = await addVersion('1.0.0', { id: '99', plugin_id: '98' });
    expect(created).toEqual({ id: '1', plugin_id: '1', version_id: '1.0.0', archived: false });
    expect(await api.data(user('READER'), 'GET', '/plugins/1/versions/1')).toEqual(created);
    await addVersion('1.0.1', { archived: true });
    const page = await api.call(admin, 'GET', '/plugins/1/versions?max_results=1');
    expect(page.body).toEqual({ status: 'ok', count: 1, total: 2, first_result: 0, max_results: 1, data: [created] });
  });

  it.each<[string, Fields, RegExp]>([
    ['no name', { version_id: undefined }, /^version_id: /],
    ['an empty name', { version_id: '' }, /^version_id: /],
    ['archived that is not a boolean', { archived: 1 }, /^archived: /],
    ['a rate of 0', { max_qps: 0 }, /^max_qps: /],
    ['properties that are no list', { plugin_properties: {} }, /^plugin_properties: /],
    ['a property without name', property({ technical_name: undefined }), /^plugin_properties\[0\]\.technical_name: /],
    ['a property without type', property({ property_type: undefined }), /^plugin_properties\[0\]\.property_type: /],
    ['a property without value', property({ value: undefined }), /^plugin_properties\[0\]\.value: is required/],
    ['an unknown origin', property({ origin: 'INSTANCE' }), /^plugin_properties\[0\]\.origin: must be PLUGIN_STATIC/],
    ['writable that is not a boolean', property({ writable: 1 }), /^plugin_properties\[0\]\.writable: /],
    [
      'more than 64 KiB of properties',
      property({ value: { value: 'é'.repeat(33_000) } }),
      /^plugin_properties: must not exceed 65536/,
    ],
    ['a property twice', property({}, {}), /^plugin_properties\[1\]\.technical_name: occurs twice/],
  ])('are refused with %s', async (_case, difference, message) => {
    const answer = await api.call(admin, 'POST', '/plugins/1/versions', { version_id: '1.0.0', ...difference });
    expectError(answer, 400, 'BAD_REQUEST_DATA', message);
  });

  it('keep their rate and properties', async () => {
    const sent = {
      max_qps: 0.5,
      ...property({ value: { value: 'x', list: [1, null] } }, { technical_name: 'b', value: null }),
    };
    const created = await addVersion('1.0.0', sent);
    const defaults = { origin: 'PLUGIN', writable: true, deletable: true };
    const kept = sent.plugin_properties.map((one) => ({ ...one, ...defaults }));
    expect(created).toMatchObject({ max_qps: 0.5, plugin_properties: kept });
    expect(await api.data(user('READER'), 'GET', '/plugins/version/1')).toEqual(created);
    const page = await api.call(user('READER'), 'GET', '/plugins/1/versions/1/properties?first_result=1');
    expect(page.body).toEqual({
      status: 'ok',
      count: 1,
      total: 2,
      first_result: 1,
      max_results: 50,
      data: kept.slice(1),
    });
    const put = await api.data(admin, 'PUT', '/plugins/1/versions/1', { version_id: '1.0.0', max_qps: null });
    expect(put).toEqual({ id: '1', plugin_id: '1', version_id: '1.0.0', archived: false, plugin_properties: kept });
    const replaced = { version_id: '1.0.0', max_qps: 7, plugin_properties: [] };
    expect(await api.data(admin, 'PUT', '/plugins/1/versions/1', replaced)).toMatchObject(replaced);
    expect(await api.data(admin, 'GET', '/plugins/1/versions/1/properties')).toEqual([]);
  });

  it('are read by their id alone, by callers with a role in their organisation', async () => {
    await addVersion('1.0.0');
    for (const id of ['0', '2', 'abc'])
      expectError(await api.call(admin, 'GET', `/plugins/version/${id}`), 404, 'RESOURCE_NOT_FOUND');
    expectError(await api.call(user('COMMUNITY_ADMIN', '3'), 'GET', '/plugins/version/1'), 404, 'RESOURCE_NOT_FOUND');
  });

  it('have a name that is unique in their plugin', async () => {
    await addVersion('1.0.0');
    await addVersion('1.0.1');
    const again = await api.call(admin, 'POST', '/plugins/1/versions', { version_id: '1.0.0' });
    expectError(again, 400, 'CONSTRAINT_VIOLATION_EXCEPTION', /^version_id: /);
    const renamed = await api.call(admin, 'PUT', '/plugins/1/versions/2', { version_id: '1.0.0' });
    expectError(renamed, 400, 'CONSTRAINT_VIOLATION_EXCEPTION', /^version_id: /);
    await create({ artifact_id: 'other' });
    expect(await api.data(admin, 'POST', '/plugins/2/versions', { version_id: '1.0.0' })).toMatchObject({
      plugin_id: '2',
    });
  });

  it('are only found in their plugin', async () => {
    await addVersion('1.0.0');
    await create({ artifact_id: 'other' });
    expectError(await api.call(admin, 'GET', '/plugins/2/versions/1'), 404, 'RESOURCE_NOT_FOUND');
    const body = { version_id: 'x' };
    expectError(await api.call(admin, 'PUT', '/plugins/2/versions/1', body), 404, 'RESOURCE_NOT_FOUND');
    expectError(await api.call(admin, 'GET', '/plugins/1/versions/abc'), 404, 'RESOURCE_NOT_FOUND');
  });
});

describe('the current version', () => {
  beforeEach(() => create());

  it('is the newest one that is not archived', async () => {
    expect(await current()).toBeUndefined();
    await addVersion('1');
    expect(await current()).toBe('1');
    await addVersion('2');
    expect(await current()).toBe('2');
    await addVersion('3', { archived: true });
    expect(await current()).toBe('2');
  });

  it('is set by a PUT of the plugin, by default to the newest version', async () => {
    await addVersion('1');
    await addVersion('2');
    await addVersion('3', { archived: true });
    const put = (current_version_id?: unknown) => api.call(admin, 'PUT', '/plugins/1', aPlugin({ current_version_id }));
    expect((await put('1')).body.data).toMatchObject({ current_version_id: '1' });
    await api.data(admin, 'PUT', '/plugins/1/versions/1', { version_id: '1.1' });
    expect(await current()).toBe('1');
    expect((await put()).body.data).toMatchObject({ current_version_id: '2' });
    for (const unusable of ['3', '99']) expectError(await put(unusable), 400, 'CONSTRAINT_VIOLATION_EXCEPTION');
    for (const wrong of ['abc', 1, '']) expectError(await put(wrong), 400, 'BAD_REQUEST_DATA', /^current_version_id: /);
    await create({ artifact_id: 'other' });
    const foreign = await api.data(admin, 'POST', '/plugins/2/versions', { version_id: '1' });
    expectError(await put(foreign['id']), 400, 'CONSTRAINT_VIOLATION_EXCEPTION');
    expect(await current()).toBe('2');
  });

  it('is never an archived version', async () => {
    await addVersion('1');
    await addVersion('2');
    const archive = (id: string, archived: boolean) =>
      api.data(admin, 'PUT', `/plugins/1/versions/${id}`, { version_id: id, archived });
    await archive('2', true);
    expect(await current()).toBe('1');
    await archive('1', true);
    expect(await current()).toBeUndefined();
    await archive('1', false);
    expect(await current()).toBe('1');
  });

  it('is correct after concurrent creations and archivals', async () => {
    const names = Array.from({ length: 8 }, (_name, index) => `1.${index}`);
    const made = await Promise.all(names.map((name) => addVersion(name)));
    expect(await current()).toBe('8');
    const archived = made.map(({ id, version_id }) =>
      api.data(admin, 'PUT', `/plugins/1/versions/${id}`, { version_id, archived: id !== '3' }),
    );
    await Promise.all(archived);
    expect(await current()).toBe('3');
  });
});
