import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller, CredentialChanged } from '@tributary/contracts/admin/access';
import { credentialChanged } from '@tributary/contracts/topics/topics';
import type { Method } from '@tributary/contracts/endpoints/route';
import { routes } from '../../src/routes.js';
import { bootGateway, tokens, type BootedGateway } from '../booted-gateway.js';
import { standInOwners } from '../stand-in-owners.js';

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway({ extend: standInOwners });
  await publish(aWorker());
});
afterAll(() => gateway.stop());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const token = 'the-token-of-the-worker';
const file = 'tributary://document_import_executions/12/input';

type Worker = Extract<CredentialChanged, { kind: 'plugin_worker' }>;
const aWorker = (difference: Partial<Worker> = {}): Worker => ({
  kind: 'plugin_worker',
  id: '6',
  version: 1,
  worker_id: 'w-1',
  token_sha256: sha256(token),
  plugin_version_id: '6',
  data_files: [{ uri: file, organisation_id: '1' }],
  ...difference,
});
const publish = (value: CredentialChanged) =>
  gateway.platform.bus.publisher.publish(credentialChanged, [
    { id: `${value.kind}/${value.id}/${value.version}`, value },
  ]);

const basic = (worker_id: string, password: string) =>
  `Basic ${Buffer.from(`${worker_id}:${password}`).toString('base64')}`;

interface Answer {
  status: number;
  error_code: string | undefined;
  caller: Caller | undefined;
}

async function call(
  target: string,
  authorization = basic('w-1', token),
  method: Method | 'HEAD' = 'GET',
): Promise<Answer> {
  const response = await fetch(gateway.url + target, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(method === 'POST' || method === 'PUT' ? { body: '{}' } : {}),
  });
  const text = await response.text();
  const { error_code, data } = (text === '' ? {} : JSON.parse(text)) as { error_code?: string; data?: Caller };
  return { status: response.status, error_code, caller: data };
}

const reads = [
  '/v1/activity_analyzers/9',
  '/v1/activity_analyzers/9/properties',
  '/v1/configuration/technical_name=rules',
  `/v1/data_file/data?uri=${encodeURIComponent(file)}`,
];
const own = { user_id: '', roles: [], worker_of: '6', address: '127.0.0.1' };
const refused = { status: 401, error_code: 'TOKEN_ERROR' };

describe('the worker of a plugin', () => {
  it.each(reads.slice(0, 3))('reads %s, and has no role', async (target) => {
    expect(await call(target)).toMatchObject({ status: 200, caller: own });
    expect((await call(target)).caller).toEqual(own);
    expect((await call(target, undefined, 'HEAD')).status).toBe(200);
  });

  it('reads the files that its configuration names, as a reader of the organisation of the analyzer', async () => {
    for (const method of ['GET', 'HEAD'] as const)
      expect((await call(reads[3] ?? '', undefined, method)).status).toBe(200);
    expect((await call(reads[3] ?? '')).caller).toEqual({ ...own, roles: [{ organisation_id: '1', role: 'READER' }] });
  });

  it.each(['x', '', `${file}2`, file.toUpperCase(), `${file}%2f..%2f..%2f13%2finput`])(
    'does not find the file %j',
    async (uri) => {
      const answer = await call(`/v1/data_file/data?uri=${uri}`);
      expect(answer).toMatchObject({ status: 404, error_code: 'RESOURCE_NOT_FOUND' });
    },
  );

  it.each(['', '?uri=a&uri=b', `?uri=${file}&uri=${file}`, `?URI=${file}`])(
    'has no role in a query that names no file, or several: %j',
    async (query) => expect((await call(`/v1/data_file/data${query}`)).caller).toEqual(own),
  );

  it('gets no role on another route by naming a file', async () => {
    for (const target of reads.slice(0, 3))
      expect((await call(`${target}?uri=${encodeURIComponent(file)}`)).caller).toEqual(own);
  });

  it.each(['organisation_id', 'datamart_id', 'community_id'])(
    'may not name a tenant in the query: %s',
    async (name) => {
      for (const target of reads.slice(0, 3))
        expect(await call(`${target}?${name}=1`)).toMatchObject({ status: 403, error_code: 'AUTHORIZATION_ERROR' });
    },
  );

  it('may send no other request', async () => {
    const accepted: string[] = [];
    for (const { method, path } of routes) {
      const target = `${path.replace(/:(datamart|organisation|community)_id/g, '1').replace(/:\w+/g, '9')}`;
      const answer = await call(`${target}?uri=${encodeURIComponent(file)}`, undefined, method);
      if (answer.status === 200) accepted.push(`${method} ${path}`);
      else expect([method, path, answer]).toMatchObject([method, path, refused]);
    }
    expect(accepted.sort()).toEqual([
      'GET /v1/activity_analyzers/:analyzer_id',
      'GET /v1/activity_analyzers/:analyzer_id/properties',
      'GET /v1/configuration/:technical_name',
      'GET /v1/data_file/data',
    ]);
  });

  it.each([
    ['a wrong token', basic('w-1', 'another')],
    ['an unknown id', basic('w-2', token)],
    ['the id of the version', basic('6', token)],
    ['a prefix of the token', basic('w-1', token.slice(0, -1))],
    ['the digest of the token', basic('w-1', sha256(token))],
    ['no token', basic('w-1', '')],
    ['no id', basic('', token)],
    ['no colon', `Basic ${Buffer.from('w-1').toString('base64')}`],
    ['no base64', 'Basic w-1:the-token'],
    ['nothing', 'Basic'],
    ['the token of a user', basic('w-1', tokens.COMMUNITY_ADMIN)],
    ['its token without Basic', token],
    ['its token as a bearer token', `Bearer ${token}`],
    ['two credentials', `${basic('w-1', token)}, ${basic('w-1', token)}`],
  ])('is refused with %s', async (_case, authorization) => {
    for (const target of reads) expect(await call(target, authorization)).toMatchObject(refused);
  });

  it('and a signature at once are refused', async () => {
    const headers = { authorization: basic('w-1', 'wrong'), 'x-svc-mac': 'x', 'x-svc-key-id': 'k', 'x-svc-ts': '1' };
    const response = await fetch(gateway.url + reads[0], { headers });
    expect([response.status, await response.json()]).toMatchObject([401, { error_code: 'TOKEN_ERROR' }]);
  });
});

describe('a change of a worker', () => {
  it('lets the previous token in until its end', async () => {
    const rotated = (version: number, expiration_date: number) =>
      aWorker({
        id: '7',
        worker_id: 'w-7',
        version,
        token_sha256: sha256('new'),
        previous: { token_sha256: sha256('old'), expiration_date },
      });
    await publish(rotated(1, Date.now() + 60_000));
    for (const password of ['old', 'new'])
      expect((await call(reads[0] ?? '', basic('w-7', password))).status).toBe(200);
    await publish(rotated(2, Date.now() - 1));
    expect(await call(reads[0] ?? '', basic('w-7', 'old'))).toMatchObject(refused);
    expect((await call(reads[0] ?? '', basic('w-7', 'new'))).status).toBe(200);
  });

  it('changes the files that it may read', async () => {
    await publish(aWorker({ id: '8', worker_id: 'w-8' }));
    expect((await call(reads[3] ?? '', basic('w-8', token))).status).toBe(200);
    await publish(aWorker({ id: '8', worker_id: 'w-8', version: 2, data_files: [] }));
    expect((await call(reads[3] ?? '', basic('w-8', token))).status).toBe(404);
  });

  it('is ignored if it is older than the known one', async () => {
    await publish(aWorker({ id: '10', worker_id: 'w-10', version: 2, token_sha256: sha256('new') }));
    await publish(aWorker({ id: '10', worker_id: 'w-10', version: 1, token_sha256: sha256('old') }));
    expect(await call(reads[0] ?? '', basic('w-10', 'old'))).toMatchObject(refused);
    expect((await call(reads[0] ?? '', basic('w-10', 'new'))).status).toBe(200);
  });

  it('to another id ends the first', async () => {
    await publish(aWorker({ id: '11', worker_id: 'w-11' }));
    await publish(aWorker({ id: '11', worker_id: 'w-12', version: 2 }));
    expect(await call(reads[0] ?? '', basic('w-11', token))).toMatchObject(refused);
    expect((await call(reads[0] ?? '', basic('w-12', token))).status).toBe(200);
  });

  it('revokes it', async () => {
    await publish(aWorker({ id: '13', worker_id: 'w-13' }));
    expect((await call(reads[0] ?? '', basic('w-13', token))).status).toBe(200);
    await publish({ kind: 'revocation', credential: 'plugin_worker', id: '13', version: 2 });
    for (const target of reads) expect(await call(target, basic('w-13', token))).toMatchObject(refused);
  });
});

describe('the same reads', () => {
  it.each(reads)('%s take the token of a user', async (target) => {
    const { status, caller } = await call(target, tokens.READER);
    expect([status, caller?.roles, caller?.worker_of]).toEqual([
      200,
      [{ organisation_id: '1', role: 'READER' }],
      undefined,
    ]);
  });
});
