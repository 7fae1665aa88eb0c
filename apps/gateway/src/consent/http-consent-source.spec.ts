import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newGatewayKeys } from '@tributary/contracts/admin/gateway-keys';
import { serviceHeader } from '@tributary/http/service-header';
import { GatewaySigningConfig } from '@tributary/runtime/config';
import { gatewayKeysOf } from '@tributary/runtime/gateway-keys';
import { HttpConsentSource } from './http-consent-source.js';

const keys = gatewayKeysOf(GatewaySigningConfig.parse(newGatewayKeys()));
const channel = { datamart_id: '1', organisation_id: '1', channel_id: '3' };
const processing = { processing_id: '7', legal_basis: 'CONSENT' as const };
const question = { caller: { user_id: '1', roles: [] }, channel_id: '3' };

let server: Server;
let source: HttpConsentSource;
/** The answer of the apps. */
let answer: { status: number; headers?: Record<string, string>; body: object };
const received: { url?: string | undefined; signature?: unknown }[] = [];

beforeEach(async () => {
  received.length = 0;
  server = createServer((incoming, response) => {
    received.push({ url: incoming.url, signature: incoming.headers[serviceHeader] });
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      .end(JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origins = {
    admin: origin,
    'tracking-ingest': origin,
    'activity-analysis': origin,
    analytics: origin,
    'import-worker': origin,
    'warehouse-metadata': origin,
  };
  source = new HttpConsentSource({ origins, keys });
});
afterEach(async () => {
  await source.onApplicationShutdown();
  server.close();
  server.closeAllConnections();
});

const refusal = (error_code: string) => ({ status: 'error', error_code, error_id: 'e', error: 'why' });

describe('what choices refuse on a channel', () => {
  it('is asked by signed requests to the apps that know it', async () => {
    answer = { status: 200, body: channel };
    expect(await source.scope(question)).toEqual(channel);
    answer = { status: 200, body: { activities_7d: 3, people_7d: 2, would_refuse_7d: 1 } };
    expect(await source.preview({ ...channel, processing })).toEqual(answer.body);
    answer = { status: 200, body: { items: [], total: 0 } };
    expect(await source.refused({ ...channel, first_result: 0, max_results: 1 })).toEqual(answer.body);
    expect(received).toEqual(
      ['channel_scopes', 'selection_previews', 'refused_by_choice'].map((path) => {
        return { url: `/internal/${path}`, signature: expect.any(String) };
      }),
    );
  });

  it.each([
    ['BAD_REQUEST_DATA', 400],
    ['CONSTRAINT_VIOLATION_EXCEPTION', 400],
    ['AUTHORIZATION_ERROR', 403],
    ['RESOURCE_NOT_FOUND', 404],
  ])('is answered %s as the app answers', async (code, status) => {
    answer = { status, body: refusal(code) };
    await expect(source.scope(question)).rejects.toMatchObject({ code, status, message: 'why' });
  });

  it('is answered 503 with the time of the app', async () => {
    answer = { status: 503, headers: { 'retry-after': '10' }, body: refusal('SERVICE_UNAVAILABLE') };
    await expect(source.preview({ ...channel, processing })).rejects.toMatchObject({
      message: 'why',
      retryAfter_s: 10,
    });
  });

  it.each([
    ['refuses the signature', 401, refusal('AUTHENTICATION_ERROR')],
    ['answers something else', 200, { other: 1 }],
  ])('is answered 503 if the app %s', async (_case, status, body) => {
    answer = { status, body };
    await expect(source.scope(question)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
