import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AccessAnswer, AccessQuestion } from '@tributary/contracts/access';
import { newTokenValue } from '@tributary/contracts/token-value';
import { serviceHeader, verifyService } from '@tributary/http/service-header';
import { eventually } from '@tributary/testing/eventually';
import { HttpAccessSource } from '../src/access/http-access.source.js';
import { bootGateway, signingKeys, tokens, type BootedGateway } from './booted-gateway.js';

const internalKey = 'a key that gateway and services share';
const nothing: AccessAnswer = { credentials: [], directory: [] };

/** Stands where admin would: keeps what it was asked; each test says what it knows. */
let questions: AccessQuestion[];
let answer: (question: AccessQuestion) => AccessAnswer | Promise<AccessAnswer>;
let admin: Server;
let gateway: BootedGateway;

beforeEach(async () => {
  questions = [];
  answer = () => nothing;
  admin = createServer((request, response) => {
    expect([request.method, request.url]).toEqual(['POST', '/internal/access']);
    expect(verifyService(request.headers[serviceHeader], internalKey)).toBe('gateway');
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
  gateway = await bootGateway({ accessSource: new HttpAccessSource({ origin, internalKey }) });
});
afterEach(async () => {
  await gateway.stop();
  admin.closeAllConnections();
  admin.close();
});

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const knows = (token: string): AccessAnswer => ({
  credentials: [
    { kind: 'user', id: '77', roles: [{ organisation_id: '1', role: 'EDITOR' }] },
    { kind: 'api_token', id: '5', token_sha256: sha256(token), user_id: '77', expiration_date: Date.now() + 60_000 },
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

describe('what the bus has not told yet', () => {
  it('is asked of admin: a token made a moment ago works at once', async () => {
    const token = newTokenValue();
    answer = () => knows(token);
    expect((await withToken(token)).status).toBe(200);
    expect(questions).toEqual([{ token_sha256: sha256(token) }]);
  });

  it('is believed for less than a second: admin alone does not keep a token alive', async () => {
    const token = newTokenValue();
    answer = () => knows(token);
    expect((await withToken(token)).status).toBe(200);
    answer = () => nothing;
    await eventually(async () => expect((await withToken(token)).status).toBe(401), { within: 5_000, every: 50 });
  });

  it('may be a datamart', async () => {
    answer = () => ({ credentials: [], directory: [{ kind: 'datamart', id: '50', organisation_id: '1' }] });
    expect((await post({ authorization: tokens.EDITOR }, '50')).status).toBe(200);
    expect(questions).toEqual([{ datamart_id: '50' }]);
  });

  it('may be a first token of any form', async () => {
    const token = 'x'.repeat(32);
    answer = () => knows(token);
    expect((await withToken(token)).status).toBe(200);
  });
});

describe('admin is asked', () => {
  it('not about what cannot be a token', async () => {
    for (const token of ['short', `${newTokenValue()}0`, 'tby_x', `${'x'.repeat(40)} y`])
      expect((await withToken(token)).body).toMatchObject({ error_code: 'TOKEN_ERROR' });
    expect(questions).toEqual([]);
  });

  it('alike about an unknown key and a wrong digest, and about a foreign and a missing datamart', async () => {
    const sign = (key_id: string) => {
      const mac = createHmac('sha256', 'another').update('x').digest('base64');
      return post({ 'x-svc-mac': mac, 'x-svc-key-id': key_id, 'x-svc-ts': String(Date.now()) });
    };
    expect(await sign('nobody')).toEqual(await sign(signingKeys.EDITOR));
    const ask = (datamart: string) => post({ authorization: tokens.EDITOR }, datamart);
    expect(await ask('3')).toEqual(await ask('99'));
    expect(questions).toEqual([
      ...[{ key_id: 'nobody' }, { key_id: signingKeys.EDITOR }],
      ...[{ datamart_id: '3' }, { datamart_id: '99' }],
    ]);
  });
});

describe('an admin that', () => {
  it.each<[string, () => void]>([
    ['is not there', () => void admin.close()],
    ['hangs up', () => void admin.removeAllListeners('request').on('request', ({ socket }) => socket.destroy())],
    ['is silent', () => void admin.removeAllListeners('request').on('request', () => undefined)],
    ['answers nonsense', () => (answer = () => ({ credentials: [{}] }) as never)],
    ['refuses', () => void admin.removeAllListeners('request').on('request', (_q, r) => r.writeHead(503).end('{}'))],
  ])('%s costs nobody more than it would know: those the bus has told are let in', async (_case, breakAdmin) => {
    breakAdmin();
    expect((await withToken(newTokenValue())).body).toMatchObject({ error_code: 'TOKEN_ERROR' });
    expect((await withToken(tokens.EDITOR)).status).toBe(200);
    expect((await post({ authorization: tokens.EDITOR }, '99')).status).toBe(403);
  });
});
