import { expect } from '@jest/globals';
import type { Caller, Role } from '@tributary/contracts/access';
import { migrate } from '@tributary/database/migrate';
import { bootForSpecs, type BootedApp } from '@tributary/runtime/boot-for-specs';
import { startPostgres } from '@tributary/testing/postgres';
import { Client } from 'pg';
import { AdminModule } from '../src/admin.module.js';
import { AdminSettings } from '../src/config.js';
import { adminDatabase } from '../src/database.js';

/** Community 1: organisations 1 (datamart 1) and 2 (datamart 2); community 2: organisation 3 (datamart 3). */
const tenants = `
  set search_path to admin;
  insert into communities (name) values ('one'), ('two');
  insert into organisations (community_id, name, technical_name) values (1, 'a', 'a'), (1, 'b', 'b'), (2, 'c', 'c');
  insert into datamarts (organisation_id, name) values (1, 'a'), (2, 'b'), (3, 'c');
  insert into users (organisation_id, first_name, last_name, email) values (1, 'Ada', 'A', 'ada@a.example')`;

export const user = (role: Role, organisation_id = '1', user_id = '7'): Caller => ({
  user_id,
  roles: [{ organisation_id, role }],
});

/** What a test looks at: the bodies of all answers have these fields, or not. */
export interface Answer {
  status: number;
  etag: string;
  type: string | null;
  text: string;
  body: { status?: string; data?: unknown; error_code?: string; error?: string; total?: number; count?: number };
}

export type Fields = Record<string, unknown>;
export type Headers = Record<string, string>;

/** admin with these tenants, on PostgreSQL, behind the caller header. */
export async function bootTenants() {
  const postgres = await startPostgres();
  await migrate({ ...adminDatabase, url: postgres.url });
  const client = new Client({ connectionString: postgres.url });
  // A spec may kill the server.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(tenants);
  const settings = AdminSettings.parse({ NODE_ENV: 'test', SECRETS_KEY: Buffer.alloc(32).toString('base64') });
  const booted = await bootForSpecs({
    name: 'admin',
    module: (platform) => AdminModule.register({ ...settings, DATABASE_URL: postgres.url }, platform),
  });
  const stop = async () => {
    await booted.stop();
    await client.end().catch(() => undefined);
    await postgres.stop();
  };
  return { ...requests(booted), postgres, stop, query: (sql: string) => client.query<Fields>(sql) };
}

function requests({ as }: BootedApp) {
  /** A body that is text goes out as it is. */
  async function call(caller: Caller, method: string, path: string, body?: unknown, headers: Headers = {}) {
    const type: Headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return answerOf(await as(caller)(`/v1${path}`, { method, headers: { ...type, ...headers }, body: text }));
  }

  /** The data of an answer that must be 200. */
  async function data<T = Fields>(caller: Caller, method: string, path: string, body?: unknown): Promise<T> {
    const answer = await call(caller, method, path, body);
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } });
    return answer.body.data as T;
  }
  return { call, data };
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as Answer['body'];
  return {
    status: response.status,
    etag: response.headers.get('etag') ?? '',
    type: response.headers.get('content-type'),
    text,
    body,
  };
}

export type Tenants = Awaited<ReturnType<typeof bootTenants>>;

/** Expects the error envelope. */
export function expectError(answer: Answer, status: number, error_code: string, message: string | RegExp = ''): void {
  expect({ status: answer.status, error_code: answer.body.error_code, error: answer.body.error }).toEqual({
    status,
    error_code,
    error: message === '' ? expect.any(String) : expect.stringMatching(message),
  });
}
