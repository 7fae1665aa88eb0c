import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createAuthority } from '@tributary/testing/kafka/kafka-certificates';
import { aCall, isolatedCalls } from './calls.js';

let directory: string;
let server: Server;
let port: number;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'plugin-tls-'));
  const certificate = await (await createAuthority(directory)).issue('plugin');
  server = createServer(certificate, (request, response) =>
    request.resume().once('end', () => response.end('{"status":"drop"}')),
  );
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true });
});

/** Longer than the start of the process takes on a machine that does much else: it would hide why a call fails. */
const timeoutMs = 60_000;

/** Calls of a process that trusts this file. */
async function callWith(authority: string | undefined, host: string) {
  if (authority !== undefined) process.env.NODE_EXTRA_CA_CERTS = path.join(directory, authority);
  const calls = isolatedCalls({}, [{ name: '*' }]);
  delete process.env.NODE_EXTRA_CA_CERTS;
  try {
    return await calls.call(aCall(`https://${host}:${port}`, { timeoutMs }));
  } finally {
    calls.onApplicationShutdown();
  }
}

it.each(['127.0.0.1', 'localhost'])('a worker at %s with a valid certificate is called', async (host) => {
  expect(await callWith('ca.crt', host)).toEqual({ kind: 'dropped' });
});

it('a worker whose certificate is not trusted is unavailable', async () => {
  expect(await callWith(undefined, 'localhost')).toEqual({ kind: 'failed', failure: 'UNAVAILABLE' });
});

it('a worker whose certificate is of another address is unavailable', async () => {
  expect(await callWith('ca.crt', '127.0.0.2')).toEqual({ kind: 'failed', failure: 'UNAVAILABLE' });
});
