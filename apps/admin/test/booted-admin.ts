import { expect } from '@jest/globals';
import type { Abstract, Type } from '@nestjs/common';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import { bootForSpecs, type BootedApp } from '@tributary/app-testing/boot-for-specs';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import type { TestPostgres } from '@tributary/testing/postgres/postgres';
import { Client } from 'pg';
import { AdminModule } from '../src/admin.module.js';
import { AdminSettings } from '../src/config.js';
import { adminDatabase } from '../src/database.js';
import { FakeGateway } from './fake-gateway.js';

/**
 * Community 1: organisations 1 (datamart 1) and 2 (datamart 2); community 2: organisation 3 (datamart 3).
 * The users are those of `people`, in that order.
 */
const tenants = `
  set search_path to admin;
  insert into communities (name) values ('one'), ('two');
  insert into organisations (community_id, name, technical_name) values (1, 'a', 'a'), (1, 'b', 'b'), (2, 'c', 'c');
  insert into datamarts (organisation_id, name) values (1, 'a'), (2, 'b'), (3, 'c')`;

const person = (user_id: string, role: Role, organisation_id: string): Caller => ({
  user_id,
  roles: [{ organisation_id, role }],
});

/** A caller with this role. The default id is that of the last user in `people`. */
export const user = (role: Role, organisation_id = '1', user_id = '7') => person(user_id, role, organisation_id);

export const people = {
  communityAdmin: person('1', 'COMMUNITY_ADMIN', '1'),
  admin: person('2', 'ORGANISATION_ADMIN', '1'),
  editor: person('3', 'EDITOR', '1'),
  reader: person('4', 'READER', '1'),
  /** A user of the sister organisation. */
  sisterAdmin: person('5', 'ORGANISATION_ADMIN', '2'),
  sisterReader: person('6', 'READER', '2'),
  /** The admin of the other community. */
  outsider: person('7', 'COMMUNITY_ADMIN', '3'),
} satisfies Record<string, Caller>;

export type Who = keyof typeof people;
export type Fields = Record<string, unknown>;
export type Headers = Record<string, string>;

export interface Answer {
  status: number;
  etag: string;
  type: string | null;
  text: string;
  body: Fields & { data?: unknown; error_code?: string; error?: string };
}

export const firstKey = Buffer.alloc(32, 1).toString('base64');
export const secondKey = Buffer.alloc(32, 2).toString('base64');

/** admin on PostgreSQL with these tenants and users, called with the caller header. It can be restarted. */
export class BootedAdmin {
  private app: BootedApp;

  private constructor(
    readonly postgres: TestPostgres,
    private readonly client: Client,
  ) {}

  static async boot(settings: Record<string, string> = {}): Promise<BootedAdmin> {
    const postgres = await startMigratedPostgres(adminDatabase);
    const client = new Client({ connectionString: postgres.url });
    // A spec may kill the server.
    client.on('error', () => undefined);
    await client.connect();
    await client.query(tenants);
    const admin = new BootedAdmin(postgres, client);
    for (const caller of Object.values(people)) await admin.insertPerson(caller);
    await admin.start(settings);
    return admin;
  }

  async start(settings: Record<string, string> = {}): Promise<void> {
    FakeGateway.forget();
    const parsed = AdminSettings.parse({ NODE_ENV: 'test', SECRETS_KEY: firstKey, ...settings });
    const options = { ...parsed, DATABASE_URL: this.postgres.url, GATEWAY_PUBLIC_KEY: [] };
    const module = (platform: Parameters<typeof AdminModule.register>[1]) => AdminModule.register(options, platform);
    this.app = await bootForSpecs({ name: 'admin', module, controllers: [FakeGateway] });
  }

  stopApp = () => this.app.stop();

  /** A provider of the app. */
  get<T>(part: Type<T> | Abstract<T>): T {
    return this.app.app.get(part, { strict: false });
  }

  async stop(): Promise<void> {
    await this.stopApp();
    await this.client.end().catch(() => undefined);
    await this.postgres.stop();
  }

  /** Queries the database directly. */
  async query<Row = Fields>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client.query(sql, values)).rows as Row[];
  }

  /** A string body is sent unchanged; other bodies are sent as JSON. */
  async call(who: Who | Caller, method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    const caller = typeof who === 'string' ? people[who] : who;
    return readAnswer(await this.app.as(caller)(`/v1${path}`, requestOf(method, body, headers)));
  }

  /** A request with a body of bytes, and its response as it is. */
  send(who: Who | Caller, method: string, path: string, body?: Uint8Array<ArrayBuffer>, headers: Headers = {}) {
    const caller = typeof who === 'string' ? people[who] : who;
    return this.app.as(caller)(`/v1${path}`, { method, headers, ...(body && { body }) });
  }

  /** POST /internal/access, or another internal path, as a gateway or unsigned. */
  async ask(question: unknown, sender?: 'gateway', path = '/internal/access'): Promise<Answer> {
    const send = sender === undefined ? this.unsigned : this.app.asGateway;
    return readAnswer(await send(path, requestOf('POST', question)));
  }

  /** The data of a response; fails unless the status is 200. */
  async data<T = Fields & { id: string }>(...request: Parameters<BootedAdmin['call']>): Promise<T> {
    const answer = await this.call(...request);
    expect({ request, ...answer }).toMatchObject({ status: 200, body: { status: 'ok' } });
    return answer.body.data as T;
  }

  private unsigned = (path: string, init: RequestInit) => fetch(`${this.app.url}${path}`, init);

  private async insertPerson({ user_id, roles }: Caller): Promise<void> {
    for (const { organisation_id, role } of roles) {
      await this.client.query(
        `with person as (insert into users (organisation_id, first_name, last_name, email)
           values ($1, 'First', $2, $3) returning id)
         insert into user_roles (user_id, organisation_id, role) select id, $1, $2 from person`,
        [organisation_id, role, `user-${user_id}@example.com`],
      );
    }
  }
}

const requestOf = (method: string, body: unknown, headers: Headers = {}): RequestInit => ({
  method,
  headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    etag: response.headers.get('etag') ?? '',
    type: response.headers.get('content-type'),
    text,
    body: (text === '' ? {} : JSON.parse(text)) as Answer['body'],
  };
}

const statusOf: Record<string, number> = {
  AUTHORIZATION_ERROR: 403,
  AUTHENTICATION_ERROR: 401,
  TOKEN_ERROR: 401,
  RESOURCE_NOT_FOUND: 404,
};

/** Expects the error envelope with the status of its code, and a matching message. */
export const expectRefusal = (answer: Answer, error_code: string, message: string | RegExp = '') =>
  expectError(answer, statusOf[error_code] ?? 400, error_code, message);

/** The same for codes with several statuses. */
export function expectError(answer: Answer, status: number, error_code: string, message: string | RegExp = ''): void {
  expect({ http: answer.status, ...answer.body }).toEqual({
    http: status,
    status: 'error',
    error_code,
    error_id: expect.any(String),
    error: expect.stringMatching(message),
  });
}
