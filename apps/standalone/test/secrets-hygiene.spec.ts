import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

/** Good and bad requests that carry secrets and personal data everywhere a request can. */
async function useTheProduct(): Promise<string[]> {
  const token = (await call('POST', '/v1/users/1/api_tokens', { name: 'a token' })).body.data?.['value'];
  const keys = '/v1/users/1/message_authentication_keys';
  const secret = (await call('POST', keys, { scheme: 'HMAC_SHA256', key_id })).body.data?.['secret_key'];
  const activity = {
    ...{ $type: 'SITE_VISIT', $email_hash: { $email: person.email }, $user_account_id: person.account },
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
  return [token, secret].filter((value) => value !== undefined);
}

async function signed(uri: string, body: string, secret: string) {
  const ts = String(Date.now());
  const mac = createHmac('sha256', secret).update([uri, key_id, ts, body].join('\n')).digest('base64');
  await call('POST', uri, body, { authorization: '', 'x-svc-mac': mac, 'x-svc-key-id': key_id, 'x-svc-ts': ts });
}

function deadLetters(): string {
  if (!existsSync(product.deadLetterDirectory)) return '';
  const files = readdirSync(product.deadLetterDirectory);
  return files.map((file) => readFileSync(path.join(product.deadLetterDirectory, file), 'utf8')).join('\n');
}

const found = (where: string, secrets: string[]) =>
  secrets.filter((secret) => where.toLowerCase().includes(secret.toLowerCase()));

describe('after a run', () => {
  it('no secret and nothing of a person is in the logs, in error answers or in dead letters', async () => {
    const made = await useTheProduct();
    const secrets = [...made, product.token, person.email, person.account, person.agent];
    expect(product.log()).not.toBe('');
    expect(answers.length).toBeGreaterThan(5);
    expect(found(product.log(), secrets)).toEqual([]);
    expect(found(answers.join('\n'), secrets)).toEqual([]);
    expect(found(deadLetters(), secrets)).toEqual([]);
  }, 60_000);

  it('one would be found', () => {
    expect(found(`{"msg":"${person.email.toLowerCase()}"}`, [person.email, 'other'])).toEqual([person.email]);
  });
});
