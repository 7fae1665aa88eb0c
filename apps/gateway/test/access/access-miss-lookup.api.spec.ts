import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AccessAnswer, AccessQuestion } from '@tributary/contracts/admin/access';
import { newCollectKey, newTokenValue } from '@tributary/contracts/admin/token-value';
import { serviceHeader, verifyService } from '@tributary/http/service-header';
import { specKeys, specTrust } from '@tributary/app-testing/boot-for-specs';
import { eventually } from '@tributary/testing/eventually';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { HttpAccessSource } from '../../src/access/http-access.source.js';
import { bootGateway, signingKeys, tokens, type BootedGateway } from '../booted-gateway.js';

const nothing: AccessAnswer = { credentials: [], directory: [] };

/** Replaces admin: records the questions. Each test sets the answer. */
let questions: AccessQuestion[];
let answer: (question: AccessQuestion) => AccessAnswer | Promise<AccessAnswer>;
let admin: Server;
let gateway: BootedGateway;

beforeEach(async () => {
  questions = [];
  answer = () => nothing;
  admin = createServer((request, response) => {
    expect([request.method, request.url]).toEqual(['POST', '/internal/access']);
    const signed = { method: 'POST', path: '/internal/access' };
    expect(verifyService(request.headers[serviceHeader], signed, specTrust('admin'))).toBe('gateway');
    let text = '';
    request.on('data', (data: Buffer) => (text += data.toString()));
    request.on('end', () => {
      const question = JSON.parse(text) as AccessQuestion;
      questions.push(question);
      void Promise.resolve(answer(question)).then((known) => response.end(JSON.stringify(known)));
    });
  }).listen(0, '127.0.0.1');
  await once(admin, 'listening');
  const origin = `http://127.0.0.1:${(admin.address() as AddressInfo).port}`;
  const settings = {
    PUBLIC_URL: 'http://localhost:8080',
    OIDC_ISSUER: 'https://issuer.example',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
  };
  gateway = await bootGateway({
    accessSource: new HttpAccessSource({ origins: { admin: origin }, keys: specKeys }),
    settings,
  });
});
afterEach(async () => {
  await gateway.stop();
  admin.closeAllConnections();
  admin.close();
});

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const knows = (token: string): AccessAnswer => ({
  credentials: [
    { kind: 'user', id: '77', version: 1, roles: [{ organisation_id: '1', role: 'EDITOR' }] },
    {
      kind: 'api_token',
      id: '5',
      version: 2,
      token_sha256: sha256(token),
      user_id: '77',
      expiration_date: Date.now() + 60_000,
    },
  ],
  directory: [],
});

async function post(headers: Record<string, string>, datamart = '1') {
  const response = await fetch(`${gateway.url}/v1/datamarts/${datamart}/user_activities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"$type":"TOUCH","$user_agent_id":"web:1:abc"}',
  });
  const { error_id: _, ...body } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body };
}
const withToken = (authorization: string) => post({ authorization });

describe('an access miss', () => {
  it('is looked up in admin, so that a new token works at once', async () => {
    const token = newTokenValue();
    answer = () => knows(token);
    expect((await withToken(token)).status).toBe(200);
    expect(questions).toEqual([{ token_sha256: sha256(token) }]);
  });

  it('is cached for less than a second: admin alone does not keep a token alive', async () => {
    const token = newTokenValue();
    answer = () => knows(token);
    expect((await withToken(token)).status).toBe(200);
    answer = () => nothing;
    await eventually(async () => expect((await withToken(token)).status).toBe(401), { every: 50 });
  });

  it('may concern a collect key, whose page reads the answer at once', async () => {
    const key = newCollectKey();
    const allowed_origins = ['https://shop.example.com'];
    const known = { id: '9', version: 3, datamart_id: '1', key, allowed_origins, accepts_profiles: false };
    answer = () => ({ credentials: [{ kind: 'collect_key', ...known }], directory: [] });
    expect((await withToken(key)).status).toBe(200);
    expect(questions).toEqual([{ collect_key: key }]);
    const { headers } = await fetch(`${gateway.url}/v1/datamarts/1/user_activities?collect_key=${key}`, {
      method: 'POST',
      headers: { origin: 'https://shop.example.com' },
    });
    expect(headers.get('access-control-allow-origin')).toBe('https://shop.example.com');
  });

  it('may concern a session that another gateway has begun, until it has ended', async () => {
    const cookie = 'c'.repeat(43);
    const secret_sha256 = sha256(cookie);
    const session = (expiration_date: number) => {
      const { credentials, directory } = knows(newTokenValue());
      const [user] = credentials.filter(({ kind }) => kind === 'user');
      const ends = { expiration_date, latest_expiration_date: expiration_date };
      const known = { kind: 'session', id: '9', version: 3, user_id: user?.id ?? '', secret_sha256, ...ends } as const;
      return { credentials: [...(user ? [user] : []), known], directory };
    };
    const send = () =>
      fetch(`${gateway.url}/v1/datamarts/1/user_activities`, {
        method: 'POST',
        headers: {
          cookie: `tributary_session=${cookie}`,
          origin: 'http://localhost:8080',
          'content-type': 'text/json',
        },
      });
    answer = () => session(Date.now() - 1);
    expect((await send()).status).toBe(401);
    answer = () => session(Date.now() + 60_000);
    // The body is looked at only after the credential.
    await eventually(async () => expect((await send()).status).toBe(400), { every: 50 });
    expect(questions[0]).toEqual({ session_sha256: secret_sha256 });
  });

  it('may concern a datamart', async () => {
    answer = () => ({ credentials: [], directory: [{ kind: 'datamart', id: '50', organisation_id: '1' }] });
    expect((await post({ authorization: tokens.EDITOR }, '50')).status).toBe(200);
    expect(questions).toEqual([{ datamart_id: '50' }]);
  });

  it('may concern the bootstrap token, which may have any form', async () => {
    const token = 'x'.repeat(32);
    answer = () => knows(token);
    expect((await withToken(token)).status).toBe(200);
  });
});

describe('admin is asked', () => {
  it('only about well-formed tokens', async () => {
    for (const token of ['short', `${newTokenValue()}0`, 'tby_x', 'tck_x', `${'x'.repeat(40)} y`])
      expect((await withToken(token)).body).toMatchObject({ error_code: 'TOKEN_ERROR' });
    expect(questions).toEqual([]);
  });

  it('both for an unknown key and for a wrong digest, and for a foreign and for a missing datamart', async () => {
    const sign = (key_id: string) => post(signatureHeaders({ key_id, secret_key: 'another' }, 'x'));
    expect(await sign('unknown-key')).toEqual(await sign(signingKeys.EDITOR));
    const ask = (datamart: string) => post({ authorization: tokens.EDITOR }, datamart);
    expect(await ask('3')).toEqual(await ask('99'));
    expect(questions).toEqual([
      { key_id: 'unknown-key' },
      { key_id: signingKeys.EDITOR },
      { datamart_id: '3' },
      { datamart_id: '99' },
    ]);
  });
});

describe('a failing admin', () => {
  it.each<[string, () => void]>([
    ['that is down', () => void admin.close()],
    [
      'that closes the connection',
      () => void admin.removeAllListeners('request').on('request', ({ socket }) => socket.destroy()),
    ],
    ['that never answers', () => void admin.removeAllListeners('request').on('request', () => undefined)],
    ['that sends an invalid answer', () => (answer = () => ({ credentials: [{}] }) as never)],
    [
      'that answers 503',
      () => void admin.removeAllListeners('request').on('request', (_q, r) => r.writeHead(503).end('{}')),
    ],
  ])('%s makes the gateway refuse what it does not know, and authorize what it knows', async (_case, breakAdmin) => {
    breakAdmin();
    expect((await withToken(newTokenValue())).body).toMatchObject({ error_code: 'TOKEN_ERROR' });
    expect((await withToken(tokens.EDITOR)).status).toBe(200);
    expect((await post({ authorization: tokens.EDITOR }, '99')).status).toBe(403);
  });
});
