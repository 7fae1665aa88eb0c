import { createVerify, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** Rows by the beginning of their statement; a function returns a failure. */
export type Tables = Record<string, Record<string, string>[] | (() => Failure)>;

interface Failure {
  code: string;
  message: string;
  sqlState?: string;
}

export interface SnowflakeServer {
  url: string;
  tables: Tables;
  /** The received statements, in order. */
  statements: string[];
  close(): Promise<void>;
}

interface LoginData {
  LOGIN_NAME: string;
  PASSWORD?: string;
  AUTHENTICATOR?: string;
  TOKEN?: string;
}

/**
 * Implements the part of Snowflake's HTTP protocol that a scan needs, as recorded between its driver and an emulator. It has
 * one user, with a password and a key.
 */
export async function startSnowflake(user: { password: string; publicKey: KeyObject }): Promise<SnowflakeServer> {
  const state: { tables: Tables; statements: string[] } = { tables: {}, statements: [] };
  const answer = async (request: IncomingMessage) => {
    const body = await bodyOf(request);
    if (request.url?.startsWith('/session/v1/login-request')) return login((body as { data: LoginData }).data, user);
    if (!request.url?.startsWith('/queries/v1/query-request')) return { success: true, data: null };
    const { sqlText } = body as { sqlText: string };
    state.statements.push(sqlText);
    return run(sqlText, state.tables);
  };
  const server = createServer((request, response) => {
    void answer(request).then((value) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statements: state.statements,
    get tables() {
      return state.tables;
    },
    set tables(tables) {
      state.tables = tables;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const bytes = await buffer(request);
  const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  return text.length === 0 ? {} : (JSON.parse(text.toString()) as unknown);
}

const refusal = ({ code, message, sqlState = '' }: Failure) => ({
  success: false,
  code,
  message,
  data: { errorCode: code, sqlState },
});

function login({ PASSWORD, AUTHENTICATOR, TOKEN }: LoginData, user: { password: string; publicKey: KeyObject }) {
  if (AUTHENTICATOR === 'SNOWFLAKE_JWT' ? !isSigned(TOKEN ?? '', user.publicKey) : PASSWORD !== user.password)
    return refusal({ code: '390100', message: 'Incorrect username or password was specified.' });
  return { success: true, data: { token: 'a-session', parameters: [], sessionInfo: {}, serverVersion: '9.0.0' } };
}

function isSigned(token: string, publicKey: KeyObject): boolean {
  const [header, payload, signature = ''] = token.split('.');
  return createVerify('RSA-SHA256').update(`${header}.${payload}`).verify(publicKey, signature, 'base64url');
}

function run(sqlText: string, tables: Tables) {
  const [, found] = Object.entries(tables).find(([start]) => sqlText.startsWith(start)) ?? [];
  if (typeof found === 'function') return refusal(found());
  const rows = found ?? [];
  const names = Object.keys(rows[0] ?? {});
  const rowtype = names.map((name) => ({ name, type: 'text', nullable: true, length: 1_000, scale: null }));
  const rowset = rows.map((row) => names.map((name) => row[name] ?? null));
  const result = { rowtype, rowset, total: rows.length, returned: rows.length, queryResultFormat: 'json' };
  return { success: true, data: { ...result, parameters: [], queryId: '01', statementTypeId: 4_096 } };
}
