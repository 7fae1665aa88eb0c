import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signatureHeaders } from '@tributary/testing/signed-request';
import {
  bootGateway,
  expiredKey,
  PublishedActivities,
  secretKey,
  signingKeys,
  tokens,
  type BootedGateway,
} from '../booted-gateway.js';
import { routes } from '../../src/routes.js';
import { standInOwners } from '../stand-in-owners.js';

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway({ extend: standInOwners });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  PublishedActivities.received.length = 0;
});

const activities = '/v1/datamarts/1/user_activities';
const segments = (selector: string) => `/v1/datamarts/1/user_points/${selector}/user_segments`;
const olderSegments = (selector: string) => `/v1/datamarts/1/user_segments/${selector}`;
const text = '{ "$type":"SITE_VISIT", "$user_agent_id":"web:1:abc", "n":1.10 }';

interface Signing {
  method?: string;
  uri?: string;
  body?: string | null;
  key_id?: string;
  secret?: string;
  ts?: number;
  /** Sent instead of the signed values. */
  sent?: { uri?: string; body?: string };
  headers?: Record<string, string | undefined>;
}

/** Signs as documented, and sends. */
async function send(signing: Signing = {}) {
  const { uri = activities, body = text, key_id = signingKeys.EDITOR, secret = secretKey, ts = Date.now() } = signing;
  const all = {
    ...signatureHeaders({ key_id, secret_key: secret }, uri, body ?? undefined, ts),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...signing.headers,
  };
  const headers = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
  const response = await fetch(gateway.url + (signing.sent?.uri ?? uri), {
    method: signing.method ?? (body === null ? 'GET' : 'POST'),
    headers,
    body: signing.sent?.body ?? body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const read = (selector: string, signing: Signing = {}) => send({ uri: segments(selector), body: null, ...signing });

describe('a signed request', () => {
  it('collects an activity and publishes its body byte for byte', async () => {
    const { status, body } = await send();
    expect([status, body]).toEqual([
      200,
      { status: 'ok', data: { id: expect.any(String), received_ts: expect.any(Number) } },
    ]);
    expect(PublishedActivities.received[0]?.value.body).toBe(text);
  });

  it('is the same activity when it is replayed; another signature of the same body is not', async () => {
    const ts = Date.now();
    const answers = [await send({ ts }), await send({ ts }), await send({ ts: ts - 1 })];
    const [first, replay, other] = answers.map(({ status, body }) => [status, (body['data'] as { id: string }).id]);
    expect(replay).toEqual(first);
    expect(other).not.toEqual(first);
    const ids = PublishedActivities.received.map(({ id }) => id);
    expect(ids).toEqual([ids[0], ids[0], expect.not.stringMatching(ids[0] ?? '')]);
  });

  it('uses the unique key of the activity as its id', async () => {
    const $unique_key = '9f2b1a84-0000-4000-8000-00000000000a';
    const { body } = await send({ body: text.replace('{', `{"$unique_key":"${$unique_key}",`) });
    expect(body).toMatchObject({ data: { id: $unique_key } });
  });

  it.each([
    'compartmentId=1,user_account_id=u',
    'compartment_id=1,user_account_id=u',
    'email_hash=abc123',
    'user_agent_id=web:1:abc',
    'user_agent_id=web%3A1%3Aabc',
  ])('reads the segments of %s on behalf of the user of the key', async (selector) => {
    for (const query of ['', '?max_results=5&x=%20']) {
      const answer = await send({ uri: segments(selector) + query, body: null });
      expect(answer).toMatchObject({ status: 200, body: { data: { user_id: `user of ${tokens.EDITOR}` } } });
    }
  });

  it.each([
    'compartmentId=1,user_account_id=u',
    'compartment_id=1/user_account_id=u',
    'compartmentId=1/userAccountId=u',
    'compartmentId%3D1/user_account_id%3Du%2Fv',
    'email_hash=abc123',
    'user_agent_id=web%3A1%3Aabc',
  ])('reads the segments of %s under the older path', async (selector) => {
    for (const query of ['', '?max_results=5&x=%20']) {
      const answer = await send({ uri: olderSegments(selector) + query, body: null });
      expect(answer).toMatchObject({ status: 200, body: { data: { user_id: `user of ${tokens.EDITOR}` } } });
    }
  });

  it('is valid within five minutes', async () => {
    for (const ts of [Date.now() - 290_000, Date.now() + 290_000]) expect((await send({ ts })).status).toBe(200);
  });

  it('is ignored beside a token, and replaces an empty one', async () => {
    const headers = { authorization: tokens.EDITOR, 'x-svc-mac': 'x' };
    expect((await send({ headers })).status).toBe(200);
    expect((await send({ headers: { authorization: 'x'.repeat(40) } })).body).toMatchObject({
      error_code: 'TOKEN_ERROR',
    });
    expect((await send({ headers: { authorization: '' } })).status).toBe(200);
  });
});

describe('the routes that take signatures', () => {
  it('are the collection of activities and the reads of segments', () => {
    const datamart = '/v1/datamarts/:datamart_id';
    expect(routes.filter(({ signed }) => signed).map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST ${datamart}/user_activities`,
      `GET ${datamart}/user_points/:user_point/user_segments`,
      `GET ${datamart}/user_segments/:user_point`,
      `GET ${datamart}/user_segments/:compartment/:account`,
    ]);
  });

  it.each(routes.filter(({ signed }) => !signed))('are no others: $method $path', async ({ method, path }) => {
    const uri = path
      .replace(':datamart_id', '1')
      .replace(/:(user_point|compartment)(?=\/|$)/, '$1_id=1'.replace('user_point_id', 'user_agent_id'))
      .replace(':account', 'user_account_id=u')
      .replace(/:\w+/g, '1');
    const body = method === 'GET' || method === 'DELETE' ? null : '{}';
    expect(await send({ method, uri, body })).toMatchObject({
      status: 403,
      body: { error_code: 'AUTHORIZATION_ERROR' },
    });
  });
});

const none = { 'x-svc-mac': undefined, 'x-svc-key-id': undefined, 'x-svc-ts': undefined };

describe('MAC_ERROR answers', () => {
  it.each<[string, Signing]>([
    ...['x-svc-mac', 'x-svc-key-id', 'x-svc-ts'].flatMap((name): [string, Signing][] => [
      [`no ${name}`, { headers: { [name]: undefined } }],
      [`an empty ${name}`, { headers: { [name]: '' } }],
    ]),
    ['an unknown key', { key_id: 'unknown-key' }],
    ['an expired key', { key_id: expiredKey }],
    ['another secret', { secret: 'f'.repeat(32) }],
    ['the 16 bytes as the key', { secret: Buffer.from(secretKey, 'hex').toString('latin1') }],
    ['another target', { sent: { uri: `${activities}?x` } }],
    ['another datamart', { sent: { uri: activities.replace('/1/', '/2/') } }],
    ['a body that was altered', { sent: { body: text.replace('1.10', '1.1') } }],
    ['a body that is no longer JSON', { sent: { body: '{' } }],
    ['a time six minutes ago', { ts: Date.now() - 360_000 }],
    ['a time in six minutes', { ts: Date.now() + 360_000 }],
    ['a time in seconds', { ts: Math.floor(Date.now() / 1_000) }],
    ['a header with the prefix that is none of the three', { headers: { ...none, 'x-svc-version': '1' } }],
  ])('%s', async (_case, signing) => {
    const { status, body } = await send(signing);
    expect([status, body]).toMatchObject([401, { status: 'error', error_code: 'MAC_ERROR' }]);
    expect(PublishedActivities.received).toEqual([]);
  });

  it('with the same message for an unknown key, an expired key and a wrong digest', async () => {
    const answers = [
      await send({ key_id: 'unknown-key' }),
      await send({ key_id: expiredKey }),
      await send({ secret: 'x' }),
    ];
    expect(new Set(answers.map(({ body }) => body['error'])).size).toBe(1);
  });

  it('a request without its body', async () => {
    const bare = await fetch(gateway.url + activities, {
      method: 'POST',
      headers: { 'x-svc-mac': 'x', 'x-svc-key-id': signingKeys.EDITOR, 'x-svc-ts': String(Date.now()) },
    });
    expect([bare.status, await bare.json()]).toMatchObject([401, { error_code: 'MAC_ERROR' }]);
  });

  it('a GET that was signed with a line feed at the end', async () => {
    const key = { key_id: signingKeys.EDITOR, secret_key: secretKey };
    const headers = signatureHeaders(key, segments('email_hash=a'), '');
    const answer = await read('email_hash=a', { headers });
    expect(answer).toMatchObject({ status: 401, body: { error_code: 'MAC_ERROR' } });
  });
});

describe('AUTHORIZATION_ERROR answers a signature', () => {
  it.each<[string, Signing]>([
    ['of a reader who writes', { key_id: signingKeys.READER }],
    ['in a foreign datamart', { uri: activities.replace('/1/', '/2/') }],
    ['in a datamart that does not exist', { uri: activities.replace('/1/', '/99/') }],
    ['on another route', { uri: '/v1/datamarts/1/document_imports', body: '{}' }],
    ['on another route, even an invalid signature', { uri: '/v1/connected_user', body: null, secret: 'x' }],
    ['by user point id', { uri: segments('user_point_id=0191f7a0-0000-7000-8000-00000000000a'), body: null }],
    ['by bare user point id', { uri: segments('0191f7a0-0000-7000-8000-00000000000a'), body: null }],
    ...[
      '0191f7a0-0000-7000-8000-00000000000a',
      'user_point_id=0191f7a0-0000-7000-8000-00000000000a',
      'user_point_id%3D0191f7a0-0000-7000-8000-00000000000a',
      'user_account_id=u',
      'user_account_id=u/compartment_id=1',
      'user_agent_id=a/user_account_id=u',
      'email_hash=a/b',
      'compartment_id=1/user_point_id=0191f7a0-0000-7000-8000-00000000000a',
      'user_point_id=0191f7a0-0000-7000-8000-00000000000a/user_account_id=u',
      'compartment_id%253D1/user_account_id=u',
      'user_agent_id%253Da',
      '',
      '/compartment_id=1',
    ].map((selector): [string, Signing] => [
      `under the older path for ${selector}`,
      { uri: olderSegments(selector), body: null },
    ]),
    [
      'for other resources of a user point',
      { uri: segments('email_hash=a').replace('_segments', '_choices'), body: null },
    ],
  ])('%s', async (_case, signing) => {
    expect(await send(signing)).toMatchObject({ status: 403, body: { error_code: 'AUTHORIZATION_ERROR' } });
    expect(PublishedActivities.received).toEqual([]);
  });
});

describe('other refusals of a signed request', () => {
  it.each<[string, Signing, number, string]>([
    ['an unknown route', { uri: '/v1/nothing', body: null }, 404, 'RESOURCE_NOT_FOUND'],
    [
      'three selector parts',
      { uri: olderSegments('compartment_id=1/user_account_id=u/x'), body: null },
      404,
      'RESOURCE_NOT_FOUND',
    ],
    ['a datamart that is not a number', { uri: activities.replace('/1/', '/x/') }, 400, 'BAD_REQUEST_DATA'],
    ['a valid signature over a body that is not JSON', { body: '{' }, 400, 'BAD_REQUEST_FORMAT'],
    ['another content type', { headers: { 'content-type': 'text/plain' } }, 400, 'BAD_REQUEST_FORMAT'],
    ['an activity without identifiers', { body: '{"$type":"TOUCH"}' }, 400, 'BAD_REQUEST_DATA'],
    ['a signed empty body', { body: '' }, 400, 'BAD_REQUEST_FORMAT'],
  ])('%s', async (_case, signing, status, error_code) => {
    expect(await send(signing)).toMatchObject({ status, body: { error_code } });
  });

  it('a reader may read', async () => {
    expect((await read('email_hash=a', { key_id: signingKeys.READER })).status).toBe(200);
  });
});
