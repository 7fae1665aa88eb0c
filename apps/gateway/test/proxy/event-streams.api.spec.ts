import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CredentialChanged } from '@tributary/contracts/admin/access';
import { credentialChanged } from '@tributary/contracts/topics/topics';
import { specKeys } from '@tributary/app-testing/boot-for-specs';
import { eventually } from '@tributary/testing/eventually';
import type { FastifyInstance } from 'fastify';
import { proxyRoutes } from '../../src/proxy/proxy.js';
import { bootGateway, tokens, type BootedGateway } from '../booted-gateway.js';
import { allOwnersAt } from '../stand-in-owners.js';

const route = '/v1/datamarts/:datamart_id/document_imports/:document_import_id/executions/:execution_id/events';
const target = '/v1/datamarts/1/document_imports/1/executions/1/events';

/** How many streams of the owner are open. */
let open = 0;
/** The stream of an owner: an event, then a comment now and then, without an end. */
async function* events(): AsyncGenerator<string> {
  open++;
  try {
    for (let sent = 0; ; sent++) {
      yield sent === 0 ? 'event: execution\ndata: {}\n\n' : ': keep-alive\n\n';
      await sleep(20);
    }
  } finally {
    open--;
  }
}

/** Another process, behind the gateway. */
let owner: Server;
beforeAll(async () => {
  owner = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (request.method === 'HEAD') return void response.end();
    const stream = Readable.from(events());
    response.once('close', () => stream.destroy());
    stream.on('error', () => undefined).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(owner, 'listening');
});
afterAll(() => {
  owner.closeAllConnections();
  owner.close();
});

const inProcess = (server: FastifyInstance) =>
  void server.route({
    method: 'GET',
    url: route,
    handler: (_request, reply) => reply.type('text/event-stream').send(Readable.from(events())),
  });
const proxied = (server: FastifyInstance) => {
  const origin = `http://127.0.0.1:${(owner.address() as AddressInfo).port}`;
  const origins = allOwnersAt(origin);
  proxyRoutes(server, { origins, keys: specKeys, timeoutMs: 60_000, signatureHeaders: [] });
};

describe.each([
  ['of the same process', inProcess],
  ['of another process', proxied],
])('an event stream %s', (_name, extend) => {
  let gateway: BootedGateway;
  let people = 0;
  beforeAll(async () => (gateway = await bootGateway({ extend })));
  afterAll(() => gateway.stop());

  const publish = (value: CredentialChanged) =>
    gateway.platform.bus.publisher.publish(credentialChanged, [{ id: `${value.kind}/${value.id}`, value }]);

  /** Opens a stream with the token of a new person. */
  async function follow({ lifetime = 600_000 } = {}) {
    const id = `${++people}`;
    const token = `token-of-follower-${id}-xxxxxxxxxxxxxxxxxxxxxx`;
    let version = 0;
    const setRoles = (role?: 'READER') =>
      publish({ kind: 'user', id, version: ++version, roles: role ? [{ organisation_id: '1', role }] : [] });
    await setRoles('READER');
    const token_sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))).toString(
      'hex',
    );
    const expiration_date = Date.now() + lifetime;
    await publish({ kind: 'api_token', id, version: 1, token_sha256, user_id: id, expiration_date });
    const client = new AbortController();
    const response = await fetch(gateway.url + target, { headers: { authorization: token }, signal: client.signal });
    expect(response.status).toBe(200);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    /** Reads on; false at a clean end. An end that is not clean rejects. */
    const goesOn = async () => !(await reader.read()).done;
    return { id, goesOn, setRoles, abort: () => client.abort() };
  }
  type Stream = Awaited<ReturnType<typeof follow>>;
  const ends = ({ goesOn }: Stream) => eventually(async () => expect(await goesOn()).toBe(false), { every: 1 });

  it('goes on while its caller is allowed to follow (control)', async () => {
    const stream = await follow();
    const other = await follow();
    await other.setRoles();
    await ends(other);
    for (let read = 0; read < 20; read++) expect(await stream.goesOn()).toBe(true);
    stream.abort();
  });

  it('ends when its caller loses the role', async () => {
    const stream = await follow();
    expect(await stream.goesOn()).toBe(true);
    await stream.setRoles();
    await ends(stream);
  });

  it('ends when the token is revoked', async () => {
    const stream = await follow();
    await publish({ kind: 'revocation', credential: 'api_token', id: stream.id, version: 2 });
    await ends(stream);
  });

  it('ends when the token expires', async () => ends(await follow({ lifetime: 5_000 })));

  it('is ended at its owner too, and when the client disconnects', async () => {
    await eventually(() => expect(open).toBe(0));
    const stream = await follow();
    expect(await stream.goesOn()).toBe(true);
    expect(open).toBe(1);
    stream.abort();
    await eventually(() => expect(open).toBe(0));
  });

  it('is not left open by HEAD', async () => {
    await eventually(() => expect(open).toBe(0));
    const init = { method: 'HEAD', headers: { authorization: tokens.READER } };
    for (let count = 0; count < 25; count++) {
      const { status, headers } = await fetch(gateway.url + target, init);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    await eventually(() => expect(open).toBe(0));
  });

  it('ends when the client disconnects, also behind others on its connection', async () => {
    await eventually(() => expect(open).toBe(0));
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: ${tokens.READER}\r\n\r\n`.repeat(10));
    await eventually(() => expect(open).toBe(10));
    socket.destroy();
    await eventually(() => expect(open).toBe(0));
  });
});
