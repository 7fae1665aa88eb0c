import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BootedAdmin, expectError, user, type Fields } from '../booted-admin.js';

let api: BootedAdmin;

beforeAll(async () => (api = await BootedAdmin.boot()));
beforeEach(async () => {
  await api.query('truncate plugins, plugin_versions, throttlings restart identity cascade');
  const plugin = { organisation_id: '1', plugin_type: 'ACTIVITY_ANALYZER', group_id: 'g', artifact_id: 'a' };
  await api.data(admin, 'POST', '/plugins', plugin);
  for (const version_id of ['1.0.0', '1.0.1']) await api.data(admin, 'POST', '/plugins/1/versions', { version_id });
});
afterAll(() => api.stop());

const admin = user('ORGANISATION_ADMIN');
const path = '/plugins/1/versions/1/throttlings';
const aThrottling = (difference: Fields = {}): Fields => ({
  scope: 'GLOBAL',
  plugin_version_id: '1',
  plugin_endpoint: '/v1/activity_analysis',
  max_qps: 0.5,
  ...difference,
});
const create = (difference: Fields = {}) => api.data(admin, 'POST', path, aThrottling(difference));

describe('throttlings', () => {
  it('are returned with their id and the fields sent', async () => {
    expect(await create({ id: '99', unknown: 1 })).toEqual({ id: '1', ...aThrottling() });
    const all = {
      scope: 'DATAMART',
      throttling_key: '1',
      max_concurrency: 2_147_483_647,
      max_qps: 1e300,
      timeout_ms: 1,
    };
    expect(await create(all)).toEqual({ id: '2', ...aThrottling(all) });
  });

  it.each<[string, Fields]>([
    ['no limit', { max_qps: undefined }],
    ['a key in the scope GLOBAL', { throttling_key: 'kept' }],
    ['a key in the scope CONTAINER', { scope: 'CONTAINER', throttling_key: 'worker-7' }],
    ['no key in the scope DATAMART', { scope: 'DATAMART' }],
    ['no key in the scope ORGANISATION', { scope: 'ORGANISATION' }],
  ])('may have %s', async (_case, difference) => {
    const created = { id: '1', ...aThrottling(difference) };
    expect(await create(difference)).toEqual(created);
    expect(await api.data(admin, 'PUT', `${path}/1`, aThrottling(difference))).toEqual(created);
    expect(await api.data(admin, 'GET', path)).toEqual([created]);
  });

  it('of other plugins may name any endpoint: they are not called', async () => {
    const plugin = { organisation_id: '1', plugin_type: 'BID_OPTIMIZER', group_id: 'g', artifact_id: 'b' };
    await api.data(admin, 'POST', '/plugins', plugin);
    await api.data(admin, 'POST', '/plugins/2/versions', { version_id: '1.0.0' });
    const other = { ...aThrottling({ plugin_version_id: '3', plugin_endpoint: '/v1/bid' }), timeout_qps: 5 };
    expect(await api.data(admin, 'POST', '/plugins/2/versions/3/throttlings', other)).toMatchObject({
      plugin_endpoint: '/v1/bid',
    });
  });

  it('are listed in pages', async () => {
    const created = [await create(), await create({ scope: 'CONTAINER' }), await create()];
    const page = await api.call(user('READER'), 'GET', `${path}?first_result=1&max_results=1`);
    expect(page.body).toEqual({
      status: 'ok',
      count: 1,
      total: 3,
      first_result: 1,
      max_results: 1,
      data: [created[1]],
    });
    const other = await api.call(admin, 'GET', '/plugins/1/versions/2/throttlings');
    expect(other.body).toEqual({ status: 'ok', data: [], count: 0, total: 0, first_result: 0, max_results: 50 });
    expectError(await api.call(admin, 'GET', `${path}?max_results=0`), 400, 'BAD_REQUEST_DATA');
  });

  it('are replaced by a PUT, in which the version is optional: absent fields are cleared', async () => {
    await create({ scope: 'DATAMART', throttling_key: '1', max_concurrency: 2, timeout_ms: 3 });
    const put = await api.data(admin, 'PUT', `${path}/1`, {
      scope: 'GLOBAL',
      plugin_endpoint: 'activity_analysis/',
      timeout_ms: 5,
    });
    expect(put).toEqual({
      id: '1',
      plugin_version_id: '1',
      scope: 'GLOBAL',
      plugin_endpoint: 'activity_analysis/',
      timeout_ms: 5,
    });
    expect(await api.data(admin, 'GET', path)).toEqual([put]);
    const repeated = await api.data(admin, 'PUT', `${path}/1`, aThrottling({ plugin_version_id: '2' }));
    expect(repeated).toEqual({ id: '1', ...aThrottling() });
  });

  it('are deleted', async () => {
    await create();
    expect(await api.call(admin, 'DELETE', `${path}/1`)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    expectError(await api.call(admin, 'DELETE', `${path}/1`), 404, 'RESOURCE_NOT_FOUND');
    expect(await api.data(admin, 'GET', path)).toEqual([]);
  });

  it('are only found in their version', async () => {
    await create();
    for (const foreign of ['/plugins/1/versions/2/throttlings/1', `${path}/2`, `${path}/abc`]) {
      expectError(await api.call(admin, 'PUT', foreign, aThrottling()), 404, 'RESOURCE_NOT_FOUND');
      expectError(await api.call(admin, 'DELETE', foreign), 404, 'RESOURCE_NOT_FOUND');
    }
    const unknown = '/plugins/1/versions/3/throttlings';
    expectError(await api.call(admin, 'GET', unknown), 404, 'RESOURCE_NOT_FOUND');
    expectError(await api.call(admin, 'POST', unknown, aThrottling()), 404, 'RESOURCE_NOT_FOUND');
    expect(await api.data(admin, 'GET', path)).toHaveLength(1);
  });

  it('belong to the version that the path names', async () => {
    const other = await api.call(admin, 'POST', path, aThrottling({ plugin_version_id: '2' }));
    expectError(other, 400, 'CONSTRAINT_VIOLATION_EXCEPTION', /^plugin_version_id: /);
    const byName = await api.call(admin, 'POST', path, aThrottling({ plugin_version_id: '1.0.0' }));
    expectError(byName, 400, 'CONSTRAINT_VIOLATION_EXCEPTION', /^plugin_version_id: /);
    const none = await api.call(admin, 'POST', path, aThrottling({ plugin_version_id: undefined }));
    expectError(none, 400, 'BAD_REQUEST_DATA', /^plugin_version_id: /);
  });

  it.each<[string, Fields, string]>([
    ['a limit of 0', { max_qps: 0 }, 'max_qps: '],
    ['more than 32 bits', { timeout_ms: 2 ** 31 }, 'timeout_ms: '],
    ['more than 64 bits', { max_concurrency: 1e30 }, 'max_concurrency: '],
    ['a datamart by its name', { scope: 'DATAMART', throttling_key: 'Datamart' }, 'throttling_key: '],
    ['an unknown scope', { scope: 'USER' }, 'scope: '],
    ['no endpoint', { plugin_endpoint: undefined }, 'plugin_endpoint: '],
    [
      'an endpoint that no call has',
      { plugin_endpoint: '/v1/analyze' },
      'plugin_endpoint: must be /v1/activity_analysis',
    ],
    ['the rate of another product', { timeout_qps: 5 }, 'timeout_qps: is no limit; write timeout_ms'],
    ['an endpoint of 256 characters', { plugin_endpoint: 'x'.repeat(256) }, 'plugin_endpoint: '],
    ['a key of 256 characters', { throttling_key: 'x'.repeat(256) }, 'throttling_key: '],
  ])('are refused with %s', async (_case, difference, message) => {
    await create();
    const body = aThrottling(difference);
    for (const [method, target] of [['POST', path] as const, ['PUT', `${path}/1`] as const]) {
      const answer = await api.call(admin, method, target, body);
      expectError(answer, 400, 'BAD_REQUEST_DATA');
      expect(answer.body.error).toContain(message);
    }
    expect(await api.data(admin, 'GET', path)).toEqual([{ id: '1', ...aThrottling() }]);
  });

  it.each<[string, Fields]>([
    ['a datamart of another organisation', { scope: 'DATAMART', throttling_key: '2' }],
    ['a datamart that does not exist', { scope: 'DATAMART', throttling_key: '99999999999999999999' }],
    ['another organisation', { scope: 'ORGANISATION', throttling_key: '3' }],
    ['an organisation that does not exist', { scope: 'ORGANISATION', throttling_key: '-1' }],
  ])('are forbidden for %s', async (_case, difference) => {
    await create();
    expectError(await api.call(admin, 'POST', path, aThrottling(difference)), 403, 'AUTHORIZATION_ERROR');
    expectError(await api.call(admin, 'PUT', `${path}/1`, aThrottling(difference)), 403, 'AUTHORIZATION_ERROR');
  });

  it('are changed by admins only', async () => {
    await create();
    for (const caller of [user('READER'), user('EDITOR')]) {
      expectError(await api.call(caller, 'POST', path, aThrottling()), 403, 'AUTHORIZATION_ERROR');
      expectError(await api.call(caller, 'PUT', `${path}/1`, aThrottling()), 403, 'AUTHORIZATION_ERROR');
      expectError(await api.call(caller, 'DELETE', `${path}/1`), 403, 'AUTHORIZATION_ERROR');
    }
    expect(await api.data(user('COMMUNITY_ADMIN', '2'), 'DELETE', `${path}/1`)).toBeUndefined();
  });
});
