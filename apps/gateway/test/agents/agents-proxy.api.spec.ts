import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callerHeader, verifyCaller } from '@tributary/http/caller-header';
import { specKeys, specTrust } from '@tributary/app-testing/boot-for-specs';
import { proxyRoutes } from '../../src/proxy/proxy.js';
import { bootGateway, tokens, type BootedGateway } from '../booted-gateway.js';
import { allOwnersAt } from '../stand-in-owners.js';
import { aUser, callTool, send } from './agents-fixture.js';

let owners: Server;
let gateway: BootedGateway;
const seen: IncomingMessage[] = [];

/** One service in place of all: it knows the caller, and no person. */
beforeAll(async () => {
  owners = createServer((request, response) => {
    seen.push(request);
    const isUser = request.url === '/v1/connected_user';
    response.writeHead(isUser ? 200 : 404, { 'content-type': 'application/json' });
    const refusal = { status: 'error', error_code: 'RESOURCE_NOT_FOUND', error_id: 'e', error: 'no such person' };
    response.end(JSON.stringify(isUser ? aUser : refusal));
  }).listen(0, '127.0.0.1');
  await once(owners, 'listening');
  const origins = allOwnersAt(`http://127.0.0.1:${(owners.address() as AddressInfo).port}`);
  const options = { origins, keys: specKeys, timeoutMs: 60_000, signatureHeaders: [] };
  gateway = await bootGateway({ extend: (server) => proxyRoutes(server, options) });
});
afterAll(async () => {
  await gateway.stop();
  owners.closeAllConnections();
  owners.close();
});

describe('agents at a gateway before other services', () => {
  it('reach them as their callers do, with the purpose and without the token', async () => {
    const args = { person: 'user_agent_id=web:1:a', purpose: 'Prüfung' };
    const { message } = await send(gateway.url, callTool('explain_person', args), { token: tokens.READER });
    expect(message.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^RESOURCE_NOT_FOUND: no such person/) }],
    });
    const read = seen.at(-1);
    expect(read?.url).toBe('/v1/datamarts/1/user_points/user_agent_id%3Dweb%3A1%3Aa/identity');
    expect(Buffer.from(String(read?.headers['x-purpose']), 'latin1').toString()).toBe('Prüfung');
    expect(read?.headers).not.toHaveProperty('authorization');
    const value = String(read?.headers[callerHeader]);
    const request = { audience: 'tracking-ingest', method: 'GET', path: String(read?.url) };
    expect(verifyCaller(value, request, specTrust('tracking-ingest'))).toMatchObject({
      token_id: tokens.READER,
      address: '127.0.0.1',
    });
  });

  it('hear from a service that does not answer', async () => {
    owners.closeAllConnections();
    owners.close();
    const { status, message } = await send(gateway.url, callTool('list_event_types'));
    expect([status, message.result]).toMatchObject([
      200,
      { isError: true, content: [{ text: expect.stringMatching(/^SERVICE_UNAVAILABLE/) }] },
    ]);
  });
});
