import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testingConfig } from '@tributary/testing/config';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { Client } from '../client/client.js';
import type { SigningKey } from '@tributary/testing/signed-request';
import { newMember } from '../client/tenant.js';
import { installSchemathesis, runSchemathesis, signedExclusions, type Run, type Tester } from './schemathesis.js';

interface Response {
  content?: Record<string, { schema: object }>;
}
interface Operation {
  operationId: string;
  security?: object[];
  responses: Record<string, Response>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
}

/** Printed with a failure. `SCHEMATHESIS_SEED=… npm run test:all -- --only deploy` repeats the run. */
const seed = testingConfig().SCHEMATHESIS_SEED ?? randomInt(2 ** 31);
/** How many operations schemathesis.toml disables. */
const disabled = readFileSync(path.join(import.meta.dirname, 'schemathesis.toml'), 'utf8')
  .split('[[operations]]')
  .slice(1)
  .filter((section) => /^enabled = false$/m.test(section)).length;
/** Far fewer than a run sends, and far more than one that is refused at once. */
const leastCasesPerOperation = 10;

let platform: Platform;
let directory: string;
let description: Description;
let tester: Tester;
let key: SigningKey;

beforeAll(async () => {
  await installSchemathesis();
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-schemathesis-'));
  platform = await startPlatform({ shape: 'embedded', dataDirectory: path.join(directory, 'data') });
  description = (await (await fetch(`${platform.url}/openapi.json`)).json()) as Description;
  const admin = new Client(platform.url, platform.token);
  const { user, client } = await newMember(admin, { organisation_id: '1', datamart_id: '1' }, 'COMMUNITY_ADMIN');
  const body = { scheme: 'HMAC_SHA256', key_id: 'schemathesis' };
  key = await admin.post(`/users/${user.id}/message_authentication_keys`, body);
  tester = { user_id: user.id, token: client.token };
  await eventually(() => client.get('/connected_user'));
});

afterAll(async () => {
  await platform?.stop();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

const run = (as: Tester, from = `${platform.url}/openapi.json`, ...options: string[]) =>
  runSchemathesis(as, from, '--seed', String(seed), ...options);

const operationsOf = ({ paths }: Description) => Object.values(paths).flatMap((path) => Object.values(path));

function expectNoFault({ code, output, operations, cases }: Run, expectedOperations: number): void {
  if (code !== 0) throw platform.explain(new Error(`schemathesis exits with ${code}\n${output}`));
  expect(operations).toBe(expectedOperations);
  expect(cases).toBeGreaterThan(expectedOperations * leastCasesPerOperation);
}

describe(`schemathesis with seed ${seed}`, () => {
  it('finds no fault in any operation of the description', async () => {
    expectNoFault(await run(tester), operationsOf(description).length - disabled);
    // Otherwise the end of the run has only seen refusals.
    await new Client(platform.url, tester.token).get('/connected_user');
  });

  it('finds no fault in the operations that may be signed, with signatures', async () => {
    const signed = operationsOf(description).filter(({ security }) => security?.some((one) => 'SignatureMac' in one));
    const only = signed.flatMap(({ operationId }) => ['--include-operation-id', operationId]);
    // The tester without a valid token proves that the signatures are what is accepted.
    const signs = { ...tester, token: 'none', key };
    expectNoFault(await run(signs, undefined, ...only, ...signedExclusions), signed.length);
  });
});

const connectedUser = (changed: Description) => changed.paths['/connected_user']?.['get']?.responses ?? {};
const users = (changed: Description) => changed.paths['/users/{user_id}']?.['get']?.responses ?? {};

describe('(control) schemathesis finds', () => {
  it.each<[string, (changed: Description) => void, RegExp]>([
    [
      'an answer off its schema',
      (changed) => {
        const schema = { type: 'object', required: ['does_not_exist'] };
        connectedUser(changed)['200'] = { content: { 'application/json': { schema } } };
      },
      /"does_not_exist" is a required property/,
    ],
    ['an undeclared status', (changed) => delete users(changed)['404'], /Undocumented status code/],
    [
      'a wrong content type',
      (changed) => {
        connectedUser(changed)['200'] = { content: { 'text/plain': { schema: {} } } };
      },
      /Undocumented Content-Type/i,
    ],
  ])('%s', async (_what, tamper, fault) => {
    const changed = structuredClone(description);
    tamper(changed);
    expectFault(await runOn(changed, `${platform.url}/v1`), fault);
  });

  it('a server error', async () => {
    const broken = createServer((_request, response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    const { port } = broken.address() as AddressInfo;
    const result = await runOn(description, `http://127.0.0.1:${port}/v1`).finally(() => broken.close());
    expectFault(result, /Server error/);
  });

  /** Runs two read operations only, which takes seconds. */
  async function runOn(changed: Description, url: string): Promise<Run> {
    const file = path.join(directory, 'changed.json');
    await writeFile(file, JSON.stringify(changed));
    return run(
      tester,
      file,
      '--url',
      url,
      '--include-operation-id',
      'getConnectedUser',
      '--include-operation-id',
      'getUser',
    );
  }

  function expectFault({ code, output }: Run, fault: RegExp): void {
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(fault) });
  }
});
