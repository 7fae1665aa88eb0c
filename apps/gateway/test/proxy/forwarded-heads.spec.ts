import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '@tributary/contracts/admin/access';
import { guardByCallerHeader } from '@tributary/http/caller-guard';
import { createHttpAdapter, type HttpOptions } from '@tributary/http/http-adapter';
import { specKeys, specTrust } from '@tributary/app-testing/boot-for-specs';
import { createLogger } from '@tributary/runtime/logger';
import type { FastifyInstance } from 'fastify';
import { proxyRoutes } from '../../src/proxy/proxy.js';
import { allOwnersAt } from '../stand-in-owners.js';

const path = '/v1/dashboards';

let caller: Caller;
let owner: FastifyInstance;
let gateway: FastifyInstance;

const serverOf = (options: Omit<HttpOptions, 'logger'>) =>
  createHttpAdapter({ logger: createLogger('spec', 'silent'), ...options }).getInstance<FastifyInstance>();

beforeEach(async () => {
  owner = serverOf({ behindGateway: true });
  guardByCallerHeader(owner, specTrust('admin'));
  owner.get(path, ({ caller, headers }) => ({ roles: caller?.roles.length, sent: headers['x-large']?.length }));
  const origin = await owner.listen({ port: 0, host: '127.0.0.1' });
  gateway = serverOf({});
  gateway.addHook('onRequest', (request, _reply, done) => {
    request.caller = caller;
    done();
  });
  proxyRoutes(gateway, { origins: allOwnersAt(origin), keys: specKeys, timeoutMs: 60_000, signatureHeaders: [] });
  await gateway.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await gateway.close();
  await owner.close();
});

const get = (headerLength: number, init: RequestInit = {}) =>
  fetch(`${gateway.listeningOrigin}${path}`, { headers: { 'x-large': 'a'.repeat(headerLength) }, ...init });
const inOrganisations = (count: number): Caller => ({
  user_id: '1',
  roles: Array.from({ length: count }, (_, index) => ({ organisation_id: `${index}`, role: 'ORGANISATION_ADMIN' })),
});

describe('the head of a forwarded request', () => {
  it('reaches the owner at the largest size that the gateway accepts', async () => {
    caller = inOrganisations(1);
    expect(await (await get(32_000)).json()).toEqual({ roles: 1, sent: 32_000 });
    // Control: the gateway refuses a larger head.
    expect((await get(33_000)).status).toBe(400);
  });

  it('reaches the owner for a caller with a role in each of 4,000 organisations', async () => {
    caller = inOrganisations(4_000);
    expect(await (await get(32_000)).json()).toEqual({ roles: 4_000, sent: 32_000 });
  });

  it('gets the same answer for HEAD as for GET', async () => {
    caller = inOrganisations(1);
    const [head, got] = [await get(1, { method: 'HEAD' }), await get(1)];
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'));
  });
});
