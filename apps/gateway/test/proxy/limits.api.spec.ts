import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { specKeys } from '@tributary/app-testing/boot-for-specs';
import { eventually } from '@tributary/testing/eventually';
import { proxyRoutes } from '../../src/proxy/proxy.js';
import { bootGateway, signingKeys, tokens, type BootedGateway, type GatewayOptions } from '../booted-gateway.js';
import { capture } from '../captured-request.js';
import { allOwnersAt } from '../stand-in-owners.js';

const activities = '/v1/datamarts/1/user_activities';
const uploads = '/v1/datamarts/1/document_imports/1/executions';
const text = '{"$type":"SITE_VISIT","$user_agent_id":"web:1:abc"}';
/** Shorter than production's. The server looks once a second. */
const limits = { headMs: 1_000, bodyMs: 1_000, progressMs: 2_000, minBytes: 1_024 };

/** How the owner of the forwarded routes answers. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let owner: Server;
let gateway: BootedGateway;
const sockets: Socket[] = [];

async function boot(options: GatewayOptions['limits'] = limits) {
  owner = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(owner, 'listening');
  const origin = `http://127.0.0.1:${(owner.address() as AddressInfo).port}`;
  const proxy = { origins: allOwnersAt(origin), keys: specKeys };
  gateway = await bootGateway({
    limits: options,
    extend: (server) => proxyRoutes(server, { ...proxy, timeoutMs: 30_000, signatureHeaders: [] }),
  });
}
beforeEach(() => {
  answer = (request, response) => void request.resume().once('end', () => response.end('{"status":"ok"}'));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.stop();
  owner.closeAllConnections();
  owner.close();
});

/** A connection whose answer grows in `text`. */
interface Client {
  socket: Socket;
  text: string;
  isClosed: boolean;
}

async function open(): Promise<Client> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  const client: Client = { socket, text: '', isClosed: false };
  sockets.push(socket);
  socket.on('data', (data) => (client.text += String(data)));
  socket.on('error', () => undefined);
  socket.once('close', () => (client.isClosed = true));
  await once(socket, 'connect');
  return client;
}

const head = (name: string, ...headers: string[]) =>
  `${[`${name} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;
const json = ['Content-Type: application/json', 'Content-Length: 1000000'];
const token = `Authorization: ${tokens.EDITOR}`;
const signedBy = (key_id: string) => [`X-Svc-Key-Id: ${key_id}`, `X-Svc-Ts: ${Date.now()}`, 'X-Svc-Mac: AAAA'];

async function sending(request: string): Promise<Client> {
  const client = await open();
  client.socket.write(request);
  return client;
}
const isAnswered = (client: Client, status: number) =>
  eventually(() => expect(client.text).toMatch(new RegExp(`^HTTP/1.1 ${status} `)));
const isCut = (client: Client) => eventually(() => expect(client.isClosed).toBe(true));

/** Sends some bytes every 100 ms until the connection ends. */
async function drip(client: Client, bytes: string): Promise<void> {
  while (!client.isClosed && client.socket.writable) {
    client.socket.write(bytes);
    await sleep(100);
  }
}

describe('the body of a signed request', () => {
  it('is not read for an unknown key: the answer comes before it', async () => {
    await boot();
    const client = await sending(head(`POST ${activities}`, ...json, ...signedBy('unknown-key')));
    await isAnswered(client, 401);
    expect(client.text).toContain('"error_code":"MAC_ERROR"');
    expect(client.text).toContain('the key is unknown or expired, or the digest is wrong');
    // The rest that the client sends all the same is discarded for a bounded time.
    await isCut(client);
  });

  it('is read for a known key: there is no answer before its end', async () => {
    await boot({ ...limits, bodyMs: 600_000 });
    const client = await sending(head(`POST ${activities}`, ...json, ...signedBy(signingKeys.EDITOR)));
    await sleep(300);
    expect(client.text).toBe('');
  });

  it('is refused with 503 if it is the oldest that does not end, while more memory is needed', async () => {
    await boot({ maxHeldBytes: 1_500_000 });
    const part = head(`POST ${activities}`, ...json, ...signedBy(signingKeys.EDITOR)) + ' '.repeat(900_000);
    const first = await sending(part);
    await eventually(async () =>
      expect(await gateway.platform.metrics.registry.metrics()).toMatch(
        /^tributary_http_held_body_bytes\S* [1-9]\d{5,}$/m,
      ),
    );
    const second = await sending(part);
    await isAnswered(first, 503);
    expect(first.text).toMatch(/\r\nretry-after: 1\r\n/i);
    await isCut(first);
    const { headers, body } = capture('POST', activities, text);
    const live = await sending(head(`POST ${activities}`, ...headers.map((pair) => pair.join(': '))) + body);
    await isAnswered(live, 200);
    expect(second.text).toBe('');
  });
});

describe('a client that is too slow', () => {
  it.each([
    ['a JSON body, collected', `POST ${activities}`, token],
    ['a JSON body, forwarded', 'POST /v1/datamarts/1/user_activities_analytics', token],
  ])('is answered 400: %s', async (_case, name, ...headers) => {
    await boot();
    const isAborted = new Promise((resolve) => {
      answer = (request) => void request.resume().once('error', resolve);
      if (name.endsWith('user_activities')) resolve(undefined);
    });
    const client = await sending(head(name, ...json, ...headers));
    await drip(client, ' ');
    expect(client.text).toMatch(/^HTTP\/1.1 400 /);
    expect(client.text).toContain('the body was not complete within 1 s');
    await isAborted;
  });

  it('is answered 400: a head', async () => {
    await boot();
    const client = await sending(`POST ${activities} HTTP/1.1\r\nX-Slow: `);
    await drip(client, 'x');
    expect(client.text).toMatch(/^HTTP\/1.1 400 /);
    expect(client.text).toContain('were not complete in time');
  });

  it('is disconnected without an answer if it sends nothing', async () => {
    await boot();
    const client = await open();
    await isCut(client);
    expect(client.text).toBe('');
  });

  it('may upload for longer than a JSON body, but not slower than the least progress', async () => {
    await boot();
    const upload = head(`POST ${uploads}`, token, 'Content-Type: text/csv', 'Content-Length: 60000');
    const [steady, slow] = [await sending(upload), await sending(upload)];
    const dripped = drip(slow, 'x');
    for (let sent = 0; sent < 60_000; sent += 2_000) {
      steady.socket.write('x'.repeat(2_000));
      await sleep(100);
    }
    await isAnswered(steady, 200);
    await dripped;
    expect(slow.text).toBe('');
  });

  it('is disconnected if it does not read a download; one that reads a quiet stream of events is not', async () => {
    await boot();
    let isAborted = false;
    answer = (request, response) => {
      if (request.url?.endsWith('/events')) return void response.write('event: execution\n\n');
      response.once('close', () => (isAborted = true));
      const more = () => {
        while (response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', more);
      more();
    };
    const events = await sending(head(`GET ${uploads}/1/events`, token));
    const download = await sending(head('GET /v1/data_file/data?uri=x', token));
    download.socket.pause();
    await eventually(() => expect(isAborted).toBe(true));
    expect([events.isClosed, events.text.includes('event: execution')]).toEqual([false, true]);
  });
});

describe('a server without room', () => {
  it('closes the connection that has waited longest for a request, and accepts the new one', async () => {
    await boot({ maxConnections: 100 });
    const idle: Client[] = [];
    for (let count = 0; count < 100; count++) idle.push(await open());
    const live = await sending(head('GET /v1/data_file/data?uri=x', token));
    await isAnswered(live, 200);
    await isCut(idle[0]!);
    expect(idle.filter(({ isClosed }) => isClosed)).toHaveLength(1);
  });

  it('closes the oldest request of an unknown caller, and not one of a known caller', async () => {
    await boot({ maxConnections: 10 });
    let arrived = 0;
    answer = () => arrived++;
    const known = await sending(head('GET /v1/data_file/data?uri=x', token));
    await eventually(() => expect(arrived).toBe(1));
    const unknown: Client[] = [];
    for (let count = 0; count < 9; count++)
      unknown.push(await sending(head(`POST ${activities}`, ...json, ...signedBy(signingKeys.EDITOR))));
    await sleep(100);
    const live = await sending(head('GET /health/live'));
    await isAnswered(live, 200);
    await isCut(unknown[0]!);
    expect(known.isClosed).toBe(false);
  });

  it('answers 503 if every connection has a request of a known caller in progress', async () => {
    await boot({ maxConnections: 10 });
    let arrived = 0;
    answer = () => arrived++;
    for (let count = 0; count < 10; count++) await sending(head('GET /v1/data_file/data?uri=x', token));
    await eventually(() => expect(arrived).toBe(10));
    const refused = await open();
    await isAnswered(refused, 503);
    expect(refused.text).toMatch(/\r\nretry-after: 1\r\n/i);
    expect(refused.text).toContain('"error":"too many connections"');
    await isCut(refused);
  });
});

describe('pipelining', () => {
  it.each([
    [16, 16],
    [17, 0],
  ])('%d requests before the first answer: %d are answered', async (requests, answered) => {
    await boot();
    const client = await sending(head('GET /v1/data_file/data?uri=x', token).repeat(requests));
    if (answered === 0) await isCut(client);
    await eventually(() => expect(client.text.match(/HTTP\/1.1 200/g) ?? []).toHaveLength(answered));
  });
});

describe('a CONNECT', () => {
  const tunnel = head('CONNECT a:1');
  const read = head('GET /v1/data_file/data?uri=x', token);

  it.each([0, 3])('is answered 404 behind %d pipelined requests, and its connection closed', async (reads) => {
    await boot();
    const client = await sending(read.repeat(reads) + tunnel);
    await isCut(client);
    const statuses = client.text.match(/(?<=HTTP\/1.1 )\d+/g);
    expect(statuses).toEqual([...Array.from({ length: reads }, () => '200'), '404']);
  });

  it.each([0, 3])('behind %d pipelined requests may be reset at any moment: the process goes on', async (reads) => {
    await boot();
    for (let count = 0; count < 20; count++) {
      const client = await sending(read.repeat(reads) + tunnel);
      await sleep(Math.random() * 50);
      client.socket.resetAndDestroy();
      await isCut(client);
    }
    // Jest fails the test if an error is uncaught meanwhile.
    await isAnswered(await sending(head('GET /health/live')), 200);
  });

  it('holds its connection for a bounded time only, if the request before it is not answered', async () => {
    await boot();
    answer = () => undefined;
    await isCut(await sending(read + tunnel));
  });
});
