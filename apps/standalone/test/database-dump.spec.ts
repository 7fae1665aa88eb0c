import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { bootStandalone, type BootedStandalone } from './booted-standalone.js';

let product: BootedStandalone;
let dump: string;
const secrets: Record<string, string> = {};

beforeAll(async () => {
  product = await bootStandalone();
  secrets['first token'] = product.token;
  secrets['API token'] = (await post<{ value: string }>('/users/1/api_tokens', { name: 'of the dump' })).value;
  const key = { key_id: 'of-the-dump', scheme: 'HMAC_SHA256' };
  secrets['signing key'] = (await post<{ secret_key: string }>('/users/1/message_authentication_keys', key)).secret_key;
  const person = { email: 'dump@example.org', role: 'READER' };
  const { link } = await post<{ link: string }>('/organisations/1/invitations', person);
  secrets['invitation'] = link.split('#')[1] ?? '';
  dump = await everyRow();
});
afterAll(() => product.stop());

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${product.url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: product.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data: T };
  expect({ path, status: response.status, answer }).toMatchObject({ status: 200 });
  return answer.data;
}

/** The text of every row of every table. */
async function everyRow(): Promise<string> {
  const database = new Client({ connectionString: product.databaseUrl });
  await database.connect();
  try {
    const { rows: tables } = await database.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    let text = '';
    for (const { name } of tables) {
      const { rows } = await database.query<{ text: string }>(`select to_jsonb(row)::text as text from ${name} as row`);
      text += rows.map((row) => row.text).join('\n');
    }
    return text;
  } finally {
    await database.end();
  }
}

describe('a dump of the database', () => {
  it.each(['first token', 'API token', 'signing key', 'invitation'])('has no %s with which one gets in', (name) => {
    const secret = secrets[name] ?? '';
    expect(secret.length).toBeGreaterThan(30);
    for (const spelling of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')])
      expect(dump).not.toContain(spelling);
  });

  it('(control) has what is no secret', () => {
    for (const known of ['of the dump', 'of-the-dump', 'dump@example.org']) expect(dump).toContain(known);
  });
});
