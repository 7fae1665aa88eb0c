import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@tributary/contracts/admin/access';
import { eventually } from '@tributary/testing/eventually';
import fc from 'fast-check';
import { expiredToken, limitedTokens, tokens, type BootedGateway } from '../booted-gateway.js';
import { aUser, bootForAgents, call, callTool, initialize, send } from './agents-fixture.js';

let gateway: BootedGateway;
/** Callers that have reached `connected_user`. */
const callers: Caller[] = [];
beforeAll(async () => {
  gateway = await bootForAgents(
    ({ caller }) => {
      if (caller) callers.push(caller);
      return aUser;
    },
    {
      settings: {
        TRUSTED_PROXIES: '127.0.0.1',
        PUBLIC_URL: 'https://cdp.example.com',
        OIDC_ISSUER: 'https://issuer.example.com',
        OIDC_CLIENT_ID: 'id',
        OIDC_CLIENT_SECRET: 'secret',
      },
    },
  );
});
afterAll(() => gateway.stop());

const list = call('tools/list');

describe('/mcp', () => {
  it('speaks the protocol with an API token, with or without a scheme', async () => {
    for (const token of [tokens.READER, `Bearer ${tokens.READER}`]) {
      const { status, message } = await send(gateway.url, initialize, { token });
      expect([status, message]).toMatchObject([200, { id: 1, result: { serverInfo: { name: 'tributary' } } }]);
    }
  });

  it.each([
    ['no token', '', {}, 401, 'AUTHENTICATION_ERROR'],
    ['an unknown token', 'unknown-token-xxxxxxxxxxxxxxxxxxxxxxxxxx', {}, 401, 'TOKEN_ERROR'],
    ['an expired token', expiredToken, {}, 401, 'TOKEN_ERROR'],
    [
      'the cookie of a session',
      '',
      { cookie: `__Host-tributary_session=${'a'.repeat(43)}` },
      401,
      'AUTHENTICATION_ERROR',
    ],
    ['a signature', '', { 'x-svc-mac': 'a', 'x-svc-key-id': 'editor-key' }, 401, 'AUTHENTICATION_ERROR'],
    ['a collect key', 'ck_1234567890abcdef1234567890abcdef', {}, 401, 'TOKEN_ERROR'],
    ['the credential of a worker', `Basic ${Buffer.from('a:b').toString('base64')}`, {}, 401, 'TOKEN_ERROR'],
    ['a page of another site', tokens.EDITOR, { origin: 'https://evil.example.com' }, 403, 'AUTHORIZATION_ERROR'],
    ['a page of no site', tokens.EDITOR, { origin: 'null' }, 403, 'AUTHORIZATION_ERROR'],
  ])('refuses %s', async (_case, token, headers, status, error_code) => {
    const answer = await send(gateway.url, list, { token, headers });
    expect([answer.status, answer.message.error_code]).toEqual([status, error_code]);
  });

  it('answers a page of its own', async () => {
    const { status } = await send(gateway.url, list, { headers: { origin: 'https://cdp.example.com' } });
    expect(status).toBe(200);
  });

  it.each([
    ['datamart_id=2', 403],
    ['datamart_id=99', 403],
    ['datamart_id=one', 400],
    ['organisation_id=3', 403],
    ['write=maybe', 400],
    ['addresses=1', 400],
    ['datamart_id=1', 200],
  ])('with %s answers %i', async (query, status) => {
    expect((await send(gateway.url, list, { target: `/mcp?${query}` })).status).toBe(status);
  });

  it('takes a token that was made for one datamart', async () => {
    const { token } = limitedTokens.datamart;
    expect((await send(gateway.url, list, { token })).status).toBe(200);
    expect((await send(gateway.url, list, { token, target: '/mcp?datamart_id=2' })).status).toBe(403);
  });

  it('has tools that write only if it is asked for them', async () => {
    const names = async (target: string) =>
      (await send(gateway.url, list, { target })).message.result?.tools?.map(({ name }) => name) ?? [];
    const writes = ['retry_refused_activity', 'create_dashboard', 'save_dashboard'];
    const reads = await names('/mcp');
    expect(reads).toContain('show_person');
    for (const name of writes) expect(reads).not.toContain(name);
    expect(await names('/mcp?write=true')).toEqual([...reads, ...writes]);
    const { message } = await send(gateway.url, callTool('create_dashboard', { title: 'x' }));
    expect(message.error ?? message.result).toMatchObject({});
    expect(message.result?.isError ?? true).toBe(true);
  });

  it.each(['GET', 'DELETE', 'HEAD'])('has no stream and no session: %s is answered 405', async (method) => {
    const { status, headers } = await send(gateway.url, undefined, { method });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    expect((await send(gateway.url, undefined, { method, token: '' })).status).toBe(401);
  });

  it('calls the API as the caller, from its address', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const { message } = await send(gateway.url, callTool('list_event_types'), { headers, token: tokens.READER });
    expect(message.result).toMatchObject({ content: [{ type: 'text' }] });
    expect(callers.at(-1)).toMatchObject({ address: '203.0.113.9', token_id: tokens.READER });
    expect(callers.at(-1)?.roles).toEqual([{ organisation_id: '1', role: 'READER' }]);
  });

  it('leaves no connection behind', async () => {
    const open = async () =>
      Number(
        /^tributary_http_connections\{.*\} (\d+)$/m.exec(await (await fetch(`${gateway.url}/metrics`)).text())?.[1],
      );
    await eventually(async () => expect(await open()).toBeLessThan(10));
    const before = await open();
    for (let calls = 0; calls < 20; calls += 1) await send(gateway.url, callTool('list_event_types'));
    await eventually(async () => expect(await open()).toBeLessThanOrEqual(before + 1));
  });
});

describe('a frame that is none', () => {
  it.each<[string, unknown, number, number | undefined]>([
    ['no JSON', '{', 400, -32_700],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, -32_700],
    ['nested too deeply', '['.repeat(100) + ']'.repeat(100), 400, -32_600],
    ['a batch', [initialize, list], 400, -32_600],
    ['an empty batch', [], 400, -32_600],
    ['a number', 1, 400, undefined],
    ['no method', { jsonrpc: '2.0', id: 1 }, 400, undefined],
    ['another version', { ...list, jsonrpc: '1.0' }, 400, undefined],
    ['no body', '', 400, undefined],
    ['half a surrogate', '{"jsonrpc":"2.0","id":"\\ud800","method":"tools/list"}', 400, -32_600],
  ])('with %s is refused as the protocol says', async (_case, body, status, code) => {
    const answer = await send(gateway.url, body);
    expect(answer.status).toBe(status);
    if (code !== undefined) expect(answer.message).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
  });

  it('is refused for its type, its size and what its client accepts', async () => {
    const typed = (headers: Record<string, string>) => send(gateway.url, list, { headers });
    expect((await typed({ 'content-type': 'text/plain' })).status).toBe(415);
    expect((await typed({ accept: 'text/html' })).status).toBe(406);
    const large = await send(gateway.url, { ...list, params: { x: 'x'.repeat(1024 * 1024) } });
    expect([large.status, large.message.error_code]).toEqual([400, 'BAD_REQUEST_FORMAT']);
  });

  it('names unknown methods and tools, and takes notifications', async () => {
    expect((await send(gateway.url, call('no/such'))).message.error?.code).toBe(-32_601);
    const unknown = await send(gateway.url, callTool('no_such_tool'));
    expect(unknown.message.error?.code ?? unknown.message.result?.isError).toBeTruthy();
    const { status } = await send(gateway.url, { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(status).toBe(202);
  });

  it('never breaks the gateway', async () => {
    const json = fc.json({ maxDepth: 4 });
    const message = fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '1.0'),
        id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
        method: fc.oneof(fc.constantFrom('initialize', 'tools/call', 'subscriptions/listen', 'ping'), fc.string()),
        params: fc.oneof(
          fc.record({ name: fc.constantFrom('report', 'show_person', 'save_dashboard'), arguments: fc.jsonValue() }),
          fc.jsonValue(),
        ),
      },
      { requiredKeys: [] },
    );
    const frame = fc.oneof(
      message.map((one) => JSON.stringify(one)),
      json,
      fc.uint8Array({ maxLength: 200 }),
    );
    await fc.assert(
      fc.asyncProperty(frame, async (body) => {
        const { status, text } = await send(gateway.url, body, { target: '/mcp?write=true' });
        expect([200, 202, 400, 404]).toContain(status);
        expect(text).not.toMatch(/node_modules|\.ts:|\.js:/);
      }),
      { numRuns: 150 },
    );
    expect((await send(gateway.url, initialize)).status).toBe(200);
  });
});
