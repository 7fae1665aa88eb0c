import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiToken } from '@tributary/contracts/admin/api-token';
import { tokenSha256 } from '../src/api-tokens/token-digest.js';
import { BootedAdmin, expectRefusal, people, type Fields, type Who } from './booted-admin.js';
import { FakeGateway } from './fake-gateway.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterAll(() => admin.stop());

const tokensOf = (who: Who) => `/users/${people[who].user_id}/api_tokens`;
const create = (who: Who, name = 'ci') => admin.data<ApiToken>(who, 'POST', tokensOf(who), { name });

describe('a new token', () => {
  it('is returned in full, is valid for twelve months, and has a prefix, 256 random bits and a checksum', async () => {
    const token = await create('reader');
    expect(token).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: 'ci',
      created_by: '4',
      creation_date: expect.any(Number),
      expiration_date: expect.any(Number),
      value: expect.stringMatching(/^tby_[\w-]{43}[0-9a-f]{8}$/),
    });
    const twelveMonths = new Date(token.creation_date);
    twelveMonths.setUTCFullYear(twelveMonths.getUTCFullYear() + 1);
    expect(token.expiration_date).toBe(twelveMonths.getTime());
  });

  it('is known to the gateways when the response arrives', async () => {
    const { id, value, expiration_date } = await create('reader');
    expect(FakeGateway.credentials.get(`api_token/${id}`)).toEqual({
      kind: 'api_token',
      id,
      version: expect.any(Number),
      user_id: '4',
      expiration_date,
      token_sha256: tokenSha256(value),
    });
  });

  it('is unique among tokens created at the same time', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => create('editor')));
    expect(new Set(tokens.map(({ value }) => value)).size).toBe(20);
    expect(new Set(tokens.map(({ id }) => id)).size).toBe(20);
  });

  it('ignores read-only and unknown fields of the body', async () => {
    const body = { name: 'x', value: 'mine', expiration_date: 1, id: '99', color: 'red' };
    const token = await admin.data<ApiToken>('reader', 'POST', tokensOf('reader'), body);
    expect(token.value).toMatch(/^tby_/);
    expect(token.expiration_date).toBeGreaterThan(Date.now());
    expect(token).not.toHaveProperty('color');
  });

  it.each([
    ['without a name', {}, 'BAD_REQUEST_DATA', /^name: /],
    ['with an empty name', { name: '' }, 'BAD_REQUEST_DATA', /^name: /],
    ['with a name that is not a string', { name: 5 }, 'BAD_REQUEST_DATA', /^name: /],
    ['with an array as the body', [], 'BAD_REQUEST_DATA', /^body: /],
    ['without a body', undefined, 'BAD_REQUEST_FORMAT', /body/],
  ])('is refused %s', async (_case, body, code, message) => {
    expectRefusal(await admin.call('reader', 'POST', tokensOf('reader'), body), code, message);
  });
});

describe('the list of tokens', () => {
  it('is paged and masked, and has both max_result and max_results', async () => {
    const created = [await create('sisterReader', 'one'), await create('sisterReader', 'two')];
    const { body } = await admin.call('sisterReader', 'GET', tokensOf('sisterReader'));
    const masked = created.map((token) => ({ ...token, value: `****${token.value.slice(-4)}` }));
    expect(body).toEqual({
      status: 'ok',
      data: masked,
      count: 2,
      total: 2,
      first_result: 0,
      max_result: 50,
      max_results: 50,
    });
    const second = await admin.call('sisterReader', 'GET', `${tokensOf('sisterReader')}?first_result=1&max_results=1`);
    expect(second.body).toEqual({
      status: 'ok',
      data: [masked[1]],
      count: 1,
      total: 2,
      first_result: 1,
      max_result: 1,
      max_results: 1,
    });
  });

  it.each(['max_results=0', 'first_result=-1', 'max_results=ten'])('refuses %s', async (query) => {
    const answer = await admin.call('reader', 'GET', `${tokensOf('reader')}?${query}`);
    expectRefusal(answer, 'BAD_REQUEST_DATA', /_result/);
  });
});

describe('one token', () => {
  it('is read masked, renamed, and deleted', async () => {
    const { value, ...token } = await create('reader', 'before');
    const path = `${tokensOf('reader')}/${token.id}`;
    const masked = { ...token, value: `****${value.slice(-4)}` };
    expect(await admin.data('reader', 'GET', path)).toEqual(masked);
    expect(await admin.data('reader', 'PUT', path, { name: 'after' })).toEqual({ ...masked, name: 'after' });
    expect((await admin.call('reader', 'DELETE', path)).body).toEqual({ status: 'ok' });
    for (const [method, body] of [['GET'], ['PUT', { name: 'x' }], ['DELETE']] as [string, Fields?][])
      expectRefusal(await admin.call('reader', method, path, body), 'RESOURCE_NOT_FOUND', 'Resource Not Found');
  });

  it('is unknown to the gateways when the response to its deletion arrives', async () => {
    const { id } = await create('reader');
    expect(FakeGateway.credentials.has(`api_token/${id}`)).toBe(true);
    await admin.call('reader', 'DELETE', `${tokensOf('reader')}/${id}`);
    expect(FakeGateway.credentials.has(`api_token/${id}`)).toBe(false);
  });

  it('is deleted only once by concurrent requests', async () => {
    const { id } = await create('reader');
    const remove = () => admin.call('reader', 'DELETE', `${tokensOf('reader')}/${id}`);
    const answers = await Promise.all([remove(), remove(), remove()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  it.each(['abc', '0', '-1', '1e3', '99999999999999999999', '4711'])('is not found by the id %s', async (id) => {
    expectRefusal(await admin.call('reader', 'GET', `${tokensOf('reader')}/${id}`), 'RESOURCE_NOT_FOUND');
  });

  it('is not found under another user', async () => {
    const { id } = await create('reader');
    expectRefusal(await admin.call('editor', 'GET', `${tokensOf('editor')}/${id}`), 'RESOURCE_NOT_FOUND');
    expectRefusal(await admin.call('editor', 'DELETE', `${tokensOf('editor')}/${id}`), 'RESOURCE_NOT_FOUND');
  });
});

describe('the tokens of another user', () => {
  it.each<[Who, Who, string]>([
    ['admin', 'reader', 'ok'],
    ['admin', 'editor', 'ok'],
    ['communityAdmin', 'admin', 'ok'],
    ['communityAdmin', 'sisterAdmin', 'ok'],
    ['admin', 'communityAdmin', 'AUTHORIZATION_ERROR'],
    ['editor', 'reader', 'AUTHORIZATION_ERROR'],
    ['reader', 'editor', 'AUTHORIZATION_ERROR'],
    ['admin', 'sisterReader', 'RESOURCE_NOT_FOUND'],
    ['outsider', 'reader', 'RESOURCE_NOT_FOUND'],
    ['communityAdmin', 'outsider', 'RESOURCE_NOT_FOUND'],
  ])('as %s of %s: %s', async (who, whose, outcome) => {
    const requests: [string, string, Fields?][] = [
      ['GET', ''],
      ['POST', '', { name: 'x' }],
      // A caller who may not see the tokens must not learn what a body requires.
      ...(outcome === 'ok'
        ? []
        : ([
            ['POST', '', {}],
            ['PUT', '/1', {}],
            ['DELETE', '/1'],
          ] as [string, string, Fields?][])),
    ];
    for (const [method, path, body] of requests) {
      const answer = await admin.call(who, method, `${tokensOf(whose)}${path}`, body);
      if (outcome === 'ok') expect(answer.status).toBe(200);
      else expectRefusal(answer, outcome);
    }
  });

  it('need current rights: an organisation admin loses access when the user gets a role in another organisation', async () => {
    const { id } = await admin.data('admin', 'POST', '/users', {
      first_name: 'A',
      last_name: 'B',
      email: 'tokens@example.com',
      organisation_id: '1',
    });
    expect((await admin.call('admin', 'POST', `/users/${id}/api_tokens`, { name: 'x' })).status).toBe(200);
    await admin.data('communityAdmin', 'POST', `/users/${id}/user_roles`, { organisation_id: '2', role: 'READER' });
    expectRefusal(await admin.call('admin', 'POST', `/users/${id}/api_tokens`, { name: 'x' }), 'AUTHORIZATION_ERROR');
  });

  it.each([
    ['abc', 'BAD_REQUEST_DATA'],
    ['1.5', 'BAD_REQUEST_DATA'],
    ['-1', 'RESOURCE_NOT_FOUND'],
    ['4711', 'RESOURCE_NOT_FOUND'],
    ['01', 'RESOURCE_NOT_FOUND'],
    ['99999999999999999999', 'RESOURCE_NOT_FOUND'],
  ])('of the user %s are refused with %s', async (id, code) => {
    const message = code === 'BAD_REQUEST_DATA' ? /^user_id: must be an integer/ : 'Resource Not Found';
    expectRefusal(await admin.call('communityAdmin', 'GET', `/users/${id}/api_tokens`), code, message);
  });
});

describe('API_TOKEN_LIFETIME', () => {
  it('sets the lifetime of new tokens', async () => {
    await admin.stopApp();
    await admin.start({ API_TOKEN_LIFETIME: '90d' });
    const { creation_date, expiration_date } = await create('reader');
    expect(expiration_date - creation_date).toBe(90 * 24 * 3_600_000);
  });
});
