import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newGatewayKeys } from '@tributary/contracts/admin/gateway-keys';
import { gatewayKeysOf } from '@tributary/runtime/gateway-keys';
import { GatewaySigningConfig } from '@tributary/runtime/config';
import { serviceHeader } from '@tributary/http/service-header';
import { HttpSessionSource } from './http-session.source.js';

const keys = gatewayKeysOf(GatewaySigningConfig.parse(newGatewayKeys()));
const request = { action: 'PROLONG', session_sha256: '0'.repeat(64) } as const;

let server: Server;
let source: HttpSessionSource;
/** The answer of admin. */
let answer: { status: number; body: unknown };
const received: { url?: string | undefined; signature?: unknown; body: string }[] = [];

beforeEach(async () => {
  received.length = 0;
  server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const signature = incoming.headers[serviceHeader];
      received.push({ url: incoming.url, signature, body: Buffer.concat(chunks).toString() });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const admin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  source = new HttpSessionSource({ origins: { admin }, keys });
});
afterEach(async () => {
  await source.onApplicationShutdown();
  server.close();
  server.closeAllConnections();
});

describe('a call for a session', () => {
  it('is a signed request to admin', async () => {
    answer = { status: 200, body: { outcome: 'SIGNED_IN' } };
    expect(await source.answer(request)).toEqual({ outcome: 'SIGNED_IN' });
    expect(received).toEqual([
      { url: '/internal/sessions', signature: expect.any(String), body: JSON.stringify(request) },
    ]);
  });

  it.each([
    ['refuses', 503, { status: 'error' }],
    ['answers something else', 200, { outcome: 'OTHER' }],
  ])('is answered 503 if admin %s', async (_case, status, body) => {
    answer = { status, body };
    await expect(source.answer(request)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('is answered 503 if admin is down', async () => {
    server.close();
    server.closeAllConnections();
    await expect(source.answer(request)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
