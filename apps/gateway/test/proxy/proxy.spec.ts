import { EventEmitter, once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callerHeader, verifyCaller } from '@tributary/http/caller-header';
import { serviceHeader } from '@tributary/http/service-header';
import { createHttpAdapter } from '@tributary/http/http-adapter';
import { sendError } from '@tributary/http/send-error';
import { eventually } from '@tributary/testing/eventually';
import { specKeys, specTrust } from '@tributary/app-testing/boot-for-specs';
import { createLogger } from '@tributary/runtime/logger';
import type { FastifyInstance } from 'fastify';
import { proxyRoutes } from '../../src/proxy/proxy.js';
import { allOwnersAt } from '../stand-in-owners.js';

const caller = { user_id: '1', roles: [{ organisation_id: '1', role: 'READER' as const }], token_id: '12' };
const route = '/v1/datamarts/1/user_activities_analytics';

/** How the owner of the route answers. Each test sets its own. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let owner: Server;
let gateway: FastifyInstance;
let url: string;

beforeEach(async () => {
  owner = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(owner, 'listening');
  const origin = `http://127.0.0.1:${(owner.address() as AddressInfo).port}`;
  gateway = createHttpAdapter({ logger: createLogger('gateway', 'silent') }).getInstance<FastifyInstance>();
  gateway.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  gateway.addHook('onRequest', (request, _reply, done) => {
    request.caller = caller;
    done();
  });
  proxyRoutes(gateway, {
    origins: allOwnersAt(origin),
    keys: specKeys,
    timeoutMs: 3_000,
    signatureHeaders: ['x-svc-mac'],
  });
  url = (await gateway.listen({ port: 0, host: '127.0.0.1' })) + route;
});
afterEach(async () => {
  owner.closeAllConnections();
  owner.close();
  await gateway.close();
});

const post = (init: RequestInit & { duplex?: 'half' } = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}', ...init });

describe('forwarding', () => {
  it('forwards target, body, headers and the verified caller, and no credential', async () => {
    let seen: { method?: string; url?: string; body?: string; headers?: IncomingMessage['headers'] } = {};
    answer = (request, response) => {
      let body = '';
      request.on('data', (data: Buffer) => (body += data.toString()));
      request.on('end', () => {
        seen = { method: request.method, url: request.url, body, headers: request.headers };
        response.writeHead(200, { 'x-data-watermark': '7' }).end('{"status":"ok"}');
      });
    };
    const headers = {
      authorization: 'secret',
      'x-custom': 'kept',
      [callerHeader]: 'forged',
      'x-request-id': 'forged',
      'x-svc-mac': 'secret',
      [serviceHeader]: 'forged',
    };
    const response = await fetch(`${url}?a=%2F&b`, { method: 'POST', headers, body: 'any bytes' });
    expect(await response.json()).toEqual({ status: 'ok' });
    expect(response.headers.get('x-data-watermark')).toBe('7');
    expect(seen).toMatchObject({
      method: 'POST',
      url: `${route}?a=%2F&b`,
      body: 'any bytes',
      headers: { 'x-custom': 'kept' },
    });
    for (const name of ['authorization', 'x-svc-mac', serviceHeader]) expect(seen.headers).not.toHaveProperty(name);
    expect(seen.headers?.['x-request-id']).toBe(response.headers.get('x-request-id'));
    const request = { method: 'POST', path: `${route}?a=%2F&b` };
    const header = seen.headers?.[callerHeader];
    expect(verifyCaller(header, request, specTrust('analytics'))).toMatchObject(caller);
    expect(() => verifyCaller(header, request, specTrust('admin'))).toThrow('through the gateway only');
  });

  it.each(['application/json', 'application/x-ndjson', 'text/yaml; charset=latin1', 'image/png', undefined])(
    'forwards a configuration file with the content type %s as it is',
    async (type) => {
      const seen: { type?: string | undefined; body: Buffer[] } = { body: [] };
      answer = (request, response) => {
        seen.type = request.headers['content-type'];
        request.on('data', (data: Buffer) => seen.body.push(data)).on('end', () => response.end('{}'));
      };
      const body = Buffer.from([0, 255, 123, 10, 13]);
      const target = new URL('/v1/activity_analyzers/9/configuration/technical_name=rules', url);
      const headers = type === undefined ? {} : { 'content-type': type };
      const response = await fetch(target, { method: 'PUT', headers, body });
      expect([response.status, seen.type, Buffer.concat(seen.body)]).toEqual([200, type, body]);
    },
  );

  it('returns an error of the owner unchanged', async () => {
    answer = (request, response) => request.resume().on('end', () => response.writeHead(404).end('{"status":"error"}'));
    const response = await post();
    expect([response.status, await response.json()]).toEqual([404, { status: 'error' }]);
  });

  it('streams in both directions: the answer starts before the body ends', async () => {
    answer = (request, response) => request.pipe(response);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    void writer.write(Buffer.from('first,'));
    const response = await post({ body: readable, duplex: 'half' });
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first,');
    void writer.write(Buffer.from('second'));
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('second');
    await writer.close();
    expect((await reader?.read())?.done).toBe(true);
  });

  it('forwards a body larger than the limit for JSON', async () => {
    answer = (request, response) => {
      let bytes = 0;
      request.on('data', (data: Buffer) => (bytes += data.length));
      request.on('end', () => response.end(String(bytes)));
    };
    const response = await post({ body: Buffer.alloc(20 * 1024 * 1024) });
    expect(await response.text()).toBe(String(20 * 1024 * 1024));
  });

  it('cancels the request to the owner when the client disconnects', async () => {
    const events = new EventEmitter();
    answer = (request, response) => {
      request.resume();
      response.once('close', () => events.emit('cancelled'));
      events.emit('received');
    };
    // fetch would keep the connection of an aborted request open for a while.
    const client = httpRequest(url, { method: 'POST' }).on('error', () => undefined);
    client.end('{}');
    await once(events, 'received');
    const cancelled = once(events, 'cancelled');
    client.destroy();
    await cancelled;
  });

  it('forwards any number of bodies over one connection', async () => {
    answer = (request, response) => request.resume().on('end', () => response.end('{}'));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    for (let count = 0; count < 40; count++) {
      const sent = httpRequest(new URL(route, url), {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json' },
      }).end('{}');
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      sockets.add(response.socket);
      expect(response.statusCode).toBe(200);
      await once(response.resume(), 'end');
    }
    agent.destroy();
    expect(sockets.size).toBe(1);
  });

  it('cancels pipelined requests too: those whose answer would wait for another one', async () => {
    let open = 0;
    answer = (_request, response) => {
      open++;
      // Goes on, because the gateway cancels requests that stand still.
      const writing = setInterval(() => response.write('a part of a download'), 50);
      response.once('close', () => (clearInterval(writing), open--));
    };
    const { host, hostname, port } = new URL(url);
    const client = connect(Number(port), hostname).on('error', () => undefined);
    client.write(`GET /v1/datamarts/1/user_points/7 HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(10));
    await eventually(() => expect(open).toBe(10));
    client.destroy();
    await eventually(() => expect(open).toBe(0));
  });

  it('retries a read whose connection ends without an answer, as when the owner is killed', async () => {
    const sockets = new Set<unknown>();
    answer = ({ socket }, response) => (sockets.add(socket).size === 1 ? socket.destroy() : response.end('read'));
    const response = await fetch(new URL('/v1/datamarts/1/user_points/7', url));
    expect([response.status, await response.text(), sockets.size]).toEqual([200, 'read', 2]);
  });

  it.each(['POST', 'DELETE'])('does not retry a %s, which may have been applied', async (method) => {
    let requests = 0;
    answer = ({ socket }) => (requests++, socket.destroy());
    const target = method === 'POST' ? url : new URL('/v1/datamarts/1/user_points/7', url);
    const response = await fetch(target, { method, ...(method === 'POST' ? { body: '{}' } : {}) });
    expect([response.status, requests]).toEqual([503, 1]);
  });

  it.each<[string, () => void]>([
    ['never answers', () => (answer = (request) => void request.resume())],
    ['closes the connection', () => (answer = (request) => void request.socket.destroy())],
    ['is down', () => void owner.close()],
  ])('answers 503 with Retry-After when the owner %s', async (_case, breakOwner) => {
    breakOwner();
    const response = await post();
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({
      error_code: 'SERVICE_UNAVAILABLE',
      error_id: response.headers.get('x-request-id'),
    });
  });
});
