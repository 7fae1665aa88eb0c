import { describe, expect, it } from '@jest/globals';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { secretKey, signingKeys, tokens } from '../booted-gateway.js';
import {
  activities,
  anActivity,
  gateway,
  keys,
  metric,
  publish,
  published,
  send,
  shop,
} from './collect-keys-fixture.js';

const { forServers, forShop, ofAnyOrigin } = keys;

/** A browser sets the origin by itself. */
const from = (origin: string, more: Record<string, string> = {}) => ({ origin, ...more });
const preflight = (origin: string, path = activities) =>
  send({ method: 'OPTIONS', path, headers: from(origin, { 'access-control-request-method': 'POST' }) });
const corsOf = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));
const readable = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'x-request-id, retry-after',
  vary: 'Origin',
});

describe('a preflight', () => {
  it.each([shop, 'http://localhost:3000', 'https://SHOP.example.com:443'])('of %s is answered', async (origin) => {
    const { status, headers, body } = await preflight(origin);
    expect([status, body]).toEqual([200, {}]);
    expect(headers.get('x-request-id')).toMatch(/./);
    expect(corsOf(headers)).toEqual({
      ...readable(origin),
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type, content-encoding, idempotency-key',
      'access-control-max-age': '600',
    });
  });

  it.each([
    ['https://evil.example.com', activities],
    ['null', activities],
    ['', activities],
    [shop, '/v1/datamarts/2/user_activities'],
    [shop, '/v1/datamarts/99/user_activities'],
    [shop, '/v1/datamarts/x/user_activities'],
    [shop, '/v1/datamarts/1/user_activities/events'],
    [shop, '/v1/datamarts/1/collect_keys'],
    [shop, '/v1/connected_user'],
  ])('of %j for %s is not found', async (origin, path) => {
    const { status, headers, body } = await preflight(origin, path);
    expect([status, body['error_code'], corsOf(headers)]).toEqual([404, 'RESOURCE_NOT_FOUND', {}]);
  });

  it('needs both headers of a browser', async () => {
    const incomplete: Record<string, string>[] = [{}, { origin: shop }, { 'access-control-request-method': 'POST' }];
    for (const headers of incomplete) expect((await send({ method: 'OPTIONS', headers })).status).toBe(404);
  });

  it('is answered for any origin if a key allows all, also for pages without one', async () => {
    for (const origin of ['https://any.example', 'null', 'capacitor://localhost'])
      expect(corsOf((await preflight(origin, '/v1/datamarts/3/user_activities')).headers)).toMatchObject(
        readable(origin),
      );
  });

  it('follows the keys of the datamart', async () => {
    const origin = 'https://new.example.com';
    const key = { ...forServers, id: '60', key: 'tck_6060606060606060606060' };
    expect((await preflight(origin)).status).toBe(404);
    await publish({ ...key, allowed_origins: [origin] });
    expect((await preflight(origin)).status).toBe(200);
    await publish({ ...key, version: 2 });
    expect((await preflight(origin)).status).toBe(404);
    await publish({ ...key, version: 3, allowed_origins: [origin] });
    await publish({ kind: 'revocation', credential: 'collect_key', id: '60', version: 4 });
    expect((await preflight(origin)).status).toBe(404);
    expect((await preflight(shop)).status).toBe(200);
  });
});

describe('a page', () => {
  it('of an allowed origin sends, and reads the answer', async () => {
    for (const sending of [{ key: forShop }, { path: `${activities}?collect_key=${forShop.key}` }]) {
      const { status, headers } = await send({ ...sending, headers: from(shop) });
      expect([status, corsOf(headers)]).toEqual([200, readable(shop)]);
    }
    expect(published()).toHaveLength(2);
  });

  it('of another origin is refused, and nothing is stored', async () => {
    const before = await metric('tributary_gateway_collect_key_refusals_total', 'origin');
    for (const origin of ['https://evil.example.com', 'null', '', `${shop}.evil.example`, `${shop}:8443`]) {
      const { status, headers, body } = await send({ key: forShop, headers: from(origin) });
      expect([origin, status, body['error_code'], corsOf(headers)]).toEqual([origin, 403, 'AUTHORIZATION_ERROR', {}]);
    }
    expect(published()).toEqual([]);
    expect(await metric('tributary_gateway_collect_key_refusals_total', 'origin')).toBe(before + 5);
  });

  it('may not use a key without origins, but reads why if another key allows it', async () => {
    const { status, headers } = await send({ key: forServers, headers: from(shop) });
    expect([status, corsOf(headers)]).toEqual([403, readable(shop)]);
    expect((await send({ key: forServers })).status).toBe(200);
  });

  it.each<[string, number, Parameters<typeof send>[0]]>([
    ['without a credential', 401, {}],
    ['with an unknown key', 401, { headers: { authorization: 'tck_unknown' } }],
    ['with an unknown key in the query', 401, { path: `${activities}?collect_key=x` }],
    ['with a body that is no JSON', 400, { key: forShop, body: '{' }],
    ['with a body that is no activity', 400, { key: forShop, body: {} }],
    ['with another content type', 400, { key: forShop, headers: { 'content-type': 'text/html' } }],
    ['with a malformed query', 400, { key: forShop, path: `${activities}?organisation_id=x` }],
    ['with the organisation', 403, { key: forShop, path: `${activities}?organisation_id=1` }],
    ['with a compression that is not read', 400, { key: forShop, headers: { 'content-encoding': 'br' } }],
  ])('%s reads the error', async (_case, expected, { headers, ...sending }) => {
    const answer = await send({ ...sending, headers: from(shop, headers) });
    expect([answer.status, corsOf(answer.headers)]).toEqual([expected, readable(shop)]);
    const foreign = await send({ ...sending, headers: from('https://evil.example.com', headers) });
    expect(corsOf(foreign.headers)).toEqual({});
  });

  it.each([
    ['a token', { authorization: tokens.EDITOR }, 200],
    ['an unknown token', { authorization: 'tby_unknown' }, 401],
    ['a worker', { authorization: 'Basic eDp5' }, 401],
    ['a broken signature', { 'x-svc-mac': 'x' }, 401],
  ])('with %s reads no answer', async (_case, credential, expected) => {
    const { status, headers } = await send({ headers: from(shop, credential) });
    expect([status, corsOf(headers)]).toEqual([expected, {}]);
  });

  it('with a signature reads no answer', async () => {
    const body = JSON.stringify(anActivity());
    const key = { key_id: signingKeys.EDITOR, secret_key: secretKey };
    const signature = signatureHeaders(key, activities, body);
    const { status, headers } = await send({ headers: from(shop, signature), body });
    expect([status, corsOf(headers)]).toEqual([200, {}]);
  });

  it('reads no answer of another route', async () => {
    for (const path of ['/v1/connected_user', '/v1/datamarts/1/collect_keys', '/openapi.json', '/v1/unknown']) {
      const { headers } = await send({ method: 'GET', path, key: forShop, headers: from(shop) });
      expect(corsOf(headers)).toEqual({});
    }
  });

  it('of any origin sends with a key that allows all', async () => {
    const path = '/v1/datamarts/3/user_activities';
    for (const origin of ['null', 'https://any.example']) {
      const { status, headers } = await send({ key: ofAnyOrigin, path, headers: from(origin) });
      expect([status, corsOf(headers)]).toEqual([200, readable(origin)]);
    }
  });

  it('sends a beacon', async () => {
    const headers = from(shop, { 'content-type': 'text/plain;charset=UTF-8' });
    const { status } = await send({ path: `${activities}?collect_key=${forShop.key}`, headers });
    expect([status, published()]).toEqual([200, [anActivity()]]);
    expect(gateway.url).toMatch(/^http/);
  });
});
