import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tokenSha256 } from '../../src/api-tokens/token-digest.js';
import { AnalyzersPlatform } from '../activity-analyzers/analyzers-platform.js';
import { BootedAdmin, expectError, people, user } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let api: BootedAdmin;
let platform: AnalyzersPlatform;

beforeAll(async () => {
  api = await BootedAdmin.boot();
  platform = new AnalyzersPlatform(api);
});
beforeEach(() => platform.reset());
afterAll(() => api.stop());

const path = '/plugins/1/versions/1/worker';
const url = 'http://127.0.0.1:8080';
const token = expect.stringMatching(/^tbw_[\w-]{43}[0-9a-f]{8}$/);

describe('the worker of a version', () => {
  it('is registered with a token that only this answer contains', async () => {
    const before = Date.now();
    const created = await platform.registerWorker({ worker_id: 'own', authentication_token: 'own' });
    expect(created).toEqual({
      url,
      worker_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      last_modified_ts: expect.any(Number),
      authentication_token: token,
    });
    expect(created['last_modified_ts']).toBeGreaterThanOrEqual(before);
    const { authentication_token, ...shown } = created;
    expect(await api.data('admin', 'GET', path)).toEqual(shown);
    const moved = await platform.registerWorker({ url: 'https://plugin.example/base' });
    expect(moved).toEqual({ ...shown, url: 'https://plugin.example/base', last_modified_ts: expect.any(Number) });
    const stored = JSON.stringify([
      await api.query('select * from plugin_workers'),
      await api.query('select payload from outbox'),
      [...FakeGateway.directoryRecords, ...FakeGateway.credentials.values()],
    ]);
    expect(stored).toContain(tokenSha256(authentication_token ?? ''));
    expect(stored).not.toContain(authentication_token);
  });

  it('keeps its id when it gets a new token, and the old one is valid for 10 minutes', async () => {
    const created = await platform.registerWorker();
    const before = Date.now();
    const rotated = await platform.registerWorker({ rotate: true });
    expect(rotated).toMatchObject({ worker_id: created.worker_id, authentication_token: token });
    expect(rotated.authentication_token).not.toBe(created.authentication_token);
    const [row] = await api.query<{ last: string; current: string; until: number }>(
      `select previous_token_sha256 as last, token_sha256 as current, previous_expiration_date::float8 as until
       from plugin_workers`,
    );
    const digests = [created, rotated].map((one) => tokenSha256(one.authentication_token ?? ''));
    expect([row?.last, row?.current]).toEqual(digests);
    expect(Math.abs((row?.until ?? 0) - before - 600_000)).toBeLessThan(10_000);
  });

  it('gets a token that is answered also while the bus takes nothing: no other answer contains it', async () => {
    await platform.registerWorker();
    FakeGateway.isDown = true;
    const rotated = await platform.registerWorker({ rotate: true });
    const moved = await api.call('admin', 'PUT', path, { url: 'https://plugin.example/base' });
    FakeGateway.isDown = false;
    expect(rotated).toMatchObject({ authentication_token: token });
    // (control) Without a new one the same change is not acknowledged.
    expect(moved).toMatchObject({ status: 503 });
  });

  it('is a new one after it was deleted', async () => {
    const created = await platform.registerWorker();
    expect((await api.call('admin', 'DELETE', path)).text).toBe('{"status":"ok"}');
    for (const method of ['GET', 'DELETE'])
      expectError(await api.call('admin', method, path), 404, 'RESOURCE_NOT_FOUND');
    const again = await platform.registerWorker();
    expect(again).toMatchObject({ authentication_token: token });
    expect(again.worker_id).not.toBe(created.worker_id);
  });

  it.each<[string, unknown, RegExp]>([
    ['no URL', {}, /^url: /],
    ['null as URL', { url: null }, /^url: /],
    ['a relative URL', { url: '/plugin' }, /^url: must be an absolute http or https URL/],
    ['another scheme', { url: 'ftp://plugin.example' }, /^url: /],
    ['a user', { url: 'http://user:secret@plugin.example' }, /^url: /],
    ['a query', { url: 'http://plugin.example/?a' }, /^url: /],
    ['a fragment', { url: 'http://plugin.example/#a' }, /^url: /],
    ['rotate that is no boolean', { url, rotate: 1 }, /^rotate: /],
    ['a list', [], /^body: /],
  ])('is refused with %s', async (_case, body, message) => {
    expectError(await api.call('admin', 'PUT', path, body), 400, 'BAD_REQUEST_DATA', message);
  });

  it('is found under its own version and plugin only', async () => {
    await platform.registerWorker();
    for (const missing of [
      '/plugins/1/versions/2/worker',
      '/plugins/2/versions/1/worker',
      '/plugins/1/versions/x/worker',
    ])
      for (const [method, body] of [['GET'], ['PUT', { url }], ['DELETE']] as const)
        expectError(await api.call('admin', method, missing, body), 404, 'RESOURCE_NOT_FOUND');
  });

  it.each<[string, unknown]>([
    ['GET', undefined],
    ['PUT', { url }],
    ['DELETE', undefined],
  ])('is for admins of the organisation: %s', async (method, body) => {
    await platform.registerWorker();
    for (const caller of [people.outsider, people.sisterAdmin, { user_id: '', roles: [], worker_of: '1' }])
      expectError(await api.call(caller, method, path, body), 404, 'RESOURCE_NOT_FOUND');
    for (const caller of [people.reader, people.editor])
      expectError(await api.call(caller, method, path, body), 403, 'AUTHORIZATION_ERROR');
    expect((await api.call(user('COMMUNITY_ADMIN', '2'), method, path, body)).status).toBe(200);
  });

  it('is one, also if two requests register it at the same time', async () => {
    const workers = await Promise.all(Array.from({ length: 4 }, () => platform.registerWorker()));
    expect(new Set(workers.map(({ worker_id }) => worker_id)).size).toBe(1);
    expect(workers.filter(({ authentication_token }) => authentication_token !== undefined)).toHaveLength(1);
  });
});

describe('in production', () => {
  beforeAll(async () => {
    await api.stopApp();
    await api.start({
      NODE_ENV: 'production',
      PLUGIN_ALLOWED_HOSTS: 'plugins.internal,10.1.0.0/16',
      BOOTSTRAP_API_TOKEN: 'x'.repeat(32),
    });
  });
  afterAll(async () => {
    await api.stopApp();
    await api.start();
  });

  it.each(['http://plugin.example', 'https://127.0.0.1', 'https://10.2.0.1', 'https://[::1]'])(
    'a worker is refused at %s',
    async (refused) => {
      expectError(await api.call('admin', 'PUT', path, { url: refused }), 400, 'BAD_REQUEST_DATA', /^url: /);
      expectError(await api.call('admin', 'GET', path), 404, 'RESOURCE_NOT_FOUND');
    },
  );

  it.each(['https://plugin.example', 'http://plugins.internal:8080', 'http://10.1.0.1'])(
    'a worker may be at %s',
    async (allowed) => expect(await platform.registerWorker({ url: allowed })).toMatchObject({ url: allowed }),
  );
});

describe('a gateway that asks for a token', () => {
  it('gets the worker, by the token of before, too', async () => {
    const { worker_id, authentication_token: before = '' } = await platform.registerWorker();
    const { authentication_token: now = '' } = await platform.registerWorker({ rotate: true });
    for (const value of [before, now]) {
      const { body } = await api.ask({ token_sha256: tokenSha256(value) }, 'gateway');
      expect(body['credentials']).toEqual([expect.objectContaining({ kind: 'plugin_worker', worker_id })]);
    }
    const { body } = await api.ask({ token_sha256: tokenSha256('unknown') }, 'gateway');
    expect(body['credentials']).toEqual([]);
  });
});
