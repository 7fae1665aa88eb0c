import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { bootStandalone, type BootedStandalone } from './booted-standalone.js';

let product: BootedStandalone;
const answers: string[] = [];
beforeAll(async () => {
  product = await bootStandalone();
}, 120_000);
afterAll(() => product.stop());

const person = {
  email: 'Someone.Private@example.org',
  account: 'account-of-a-person-7',
  agent: 'web:9:agent-of-a-person',
};
const key_id = 'the-key-of-a-test';
const enginePassword = 'correct-horse-battery';

async function call(method: string, target: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(product.url + target, {
    method,
    headers: { authorization: product.token, 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) answers.push(text);
  return { status: response.status, body: JSON.parse(text) as { data?: Record<string, string> } };
}

/** Sends valid and invalid requests with secrets and personal data in every part of a request. */
async function useTheProduct(): Promise<string[]> {
  const token = (await call('POST', '/v1/users/1/api_tokens', { name: 'a token' })).body.data?.['value'];
  const keys = '/v1/users/1/message_authentication_keys';
  const secret = (await call('POST', keys, { scheme: 'HMAC_SHA256', key_id })).body.data?.['secret_key'];
  const activity = {
    $type: 'SITE_VISIT',
    $email_hash: { $email: person.email },
    $user_account_id: person.account,
    $user_agent_id: person.agent,
  };
  const activities = '/v1/datamarts/1/user_activities';
  await call('POST', activities, activity);
  await call('POST', activities, { ...activity, $type: '' });
  await call('POST', activities, { ...activity, $ts: person.email });
  await call('POST', activities, `${JSON.stringify(activity)}}`);
  await call('POST', `/v1/datamarts/99/user_activities`, activity);
  await call('GET', `/v1/datamarts/1/user_points/user_agent_id=${person.agent}/user_profiles/${person.account}/%E0`);
  await call('POST', '/v1/users', { first_name: 'x', last_name: 'y', email: person.email, organisation_id: '1' });
  await call('POST', '/v1/users', { first_name: 'x', last_name: 'y', email: person.email, organisation_id: '1' });
  await call('GET', '/v1/connected_user', undefined, { authorization: `${token ?? ''}x` });
  await call('GET', '/v1/connected_user', undefined, { authorization: `Bearer ${product.token}x` });
  await signed(activities, JSON.stringify(activity), secret ?? '');
  await signed(activities, JSON.stringify(activity), 'wrong');
  await useHostileEngines();
  return [token, secret, ...(await useWorker())].filter((value) => value !== undefined);
}

/** Authenticates as the worker of a plugin, with its token and a wrong one. @returns the token, and the header that carries it */
async function useWorker(): Promise<string[]> {
  const plugin = { organisation_id: '1', plugin_type: 'ACTIVITY_ANALYZER', group_id: 'g', artifact_id: 'a' };
  const versions = `/v1/plugins/${(await call('POST', '/v1/plugins', plugin)).body.data?.['id']}/versions`;
  const version = `${versions}/${(await call('POST', versions, { version_id: '1' })).body.data?.['id']}`;
  const { data } = (await call('PUT', `${version}/worker`, { url: 'https://plugin.example.com' })).body;
  const { worker_id = '', authentication_token: token = '' } = data ?? {};
  expect(token).not.toBe('');
  const pair = Buffer.from(`${worker_id}:${token}`).toString('base64');
  const statuses = [];
  for (const [target, authorization] of [
    ['/v1/activity_analyzers/999', `Basic ${pair}`],
    ['/v1/connected_user', `Basic ${pair}`],
    ['/v1/configuration/technical_name=x', `Basic ${pair}x`],
  ] as const)
    statuses.push((await call('GET', target, undefined, { authorization })).status);
  expect(statuses).toEqual([404, 401, 401]);
  return [token, pair];
}

/** Refreshes a warehouse from PostgreSQL servers that send the password back, and what throws in the driver's socket handler. */
async function useHostileEngines(): Promise<void> {
  const echo = Buffer.from(`SFATAL\0C28P01\0Mthe password is ${enginePassword}\0\0`);
  const length = Buffer.from([0, 0, 0, echo.length + 4]);
  const hostile = [Buffer.concat([Buffer.from('E'), length, echo]), Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 99])];
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.write(hostile.shift() ?? ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const warehouse = { name: 'hostile', description: '', engine_type: 'POSTGRES' };
  const target = `/v1/datawarehouses/${(await call('POST', '/v1/datawarehouses', warehouse)).body.data?.['id']}`;
  const { port } = server.address() as AddressInfo;
  const credentials = { host: '127.0.0.1', port, user: 'u', password: enginePassword, database: 'd' };
  await call('PUT', `${target}/credentials`, credentials);
  expect((await call('POST', `${target}/metadata`, {})).status).toBe(400);
  expect((await call('POST', `${target}/metadata`, {})).status).toBe(503);
  server.close();
}

const signed = (uri: string, body: string, secret_key: string) =>
  call('POST', uri, body, { authorization: '', ...signatureHeaders({ key_id, secret_key }, uri, body) });

function deadLetters(): string {
  if (!existsSync(product.deadLetterDirectory)) return '';
  const files = readdirSync(product.deadLetterDirectory);
  return files.map((file) => readFileSync(path.join(product.deadLetterDirectory, file), 'utf8')).join('\n');
}

const found = (where: string, secrets: string[]) =>
  secrets.filter((secret) => where.toLowerCase().includes(secret.toLowerCase()));

describe('secrets and personal data', () => {
  it('do not appear in logs, error responses or dead letters', async () => {
    const created = await useTheProduct();
    const secrets = [...created, product.token, enginePassword, person.email, person.account, person.agent];
    expect(product.log()).not.toBe('');
    expect(answers.length).toBeGreaterThan(5);
    expect(found(product.log(), secrets)).toEqual([]);
    expect(found(answers.join('\n'), secrets)).toEqual([]);
    expect(found(deadLetters(), secrets)).toEqual([]);
  }, 60_000);

  it('(control) would be found', () => {
    expect(found(`{"msg":"${person.email.toLowerCase()}"}`, [person.email, 'other'])).toEqual([person.email]);
  });
});
