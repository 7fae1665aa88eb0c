import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { secret, type Arena, type HostileServer } from './hostile-arena.js';

/** One request of a scan gets a broken answer, all others an honest one. */
interface HttpCase {
  request: number;
  answer: (response: ServerResponse, honest: object) => void;
  /** How the case is named when it fails. */
  name: string;
}

const send = (response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

const strange: unknown[] = [
  null,
  '',
  0,
  -1,
  1e308,
  true,
  [],
  {},
  [[]],
  [null],
  { __proto__: null, toString: 1 },
  'a\0b',
  '\ud800',
  'n'.repeat(6_000),
  'n'.repeat(1_000_000),
  Array.from({ length: 20_000 }, () => ({})),
  Array.from({ length: 20_000 }, () => ['x']),
  JSON.parse('{"__proto__": {"name": "x"}, "constructor": "y", "length": 4294967295}'),
];

/** Replaces one value somewhere in the JSON. */
function replaceAt(value: unknown, path: number[], replacement: unknown): unknown {
  const [index = 0, ...rest] = path;
  if (path.length === 0 || typeof value !== 'object' || value === null) return replacement;
  const names = Object.keys(value);
  const name = names[index % Math.max(1, names.length)];
  if (name === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  copy[name] = replaceAt(copy[name], rest, replacement);
  return copy;
}

const ofContent = fc
  .tuple(fc.array(fc.nat(20), { maxLength: 5 }), fc.constantFrom(...strange))
  .map(([path, replacement]): Pick<HttpCase, 'answer' | 'name'> => ({
    name: `${JSON.stringify(path)} is ${JSON.stringify(replacement)?.slice(0, 40)}`,
    answer: (response, honest) => send(response, JSON.stringify(replaceAt(honest, path, replacement))),
  }));

const ofText = fc
  .tuple(fc.constantFrom('cut', 'flip', 'add'), fc.nat(400), fc.string({ maxLength: 20, unit: 'binary' }))
  .map(([how, at, text]): Pick<HttpCase, 'answer' | 'name'> => ({
    name: `${how} ${at}`,
    answer: (response, honest) => {
      const json = JSON.stringify(honest);
      const index = at % json.length;
      const rest = how === 'cut' ? '' : json.slice(index + (how === 'flip' ? 1 : 0));
      send(response, json.slice(0, index) + (how === 'cut' ? '' : text) + rest);
    },
  }));

const ofStatus = fc
  .tuple(fc.constantFrom(201, 204, 301, 302, 307, 400, 401, 403, 404, 409, 413, 418, 429, 500, 502, 503), fc.boolean())
  .map(([status, isJson]): Pick<HttpCase, 'answer' | 'name'> => ({
    name: `status ${status}`,
    answer: (response) => {
      const body = isJson ? JSON.stringify({ error: { code: status, message: `it is ${secret}` } }) : '<html>';
      send(response, body, { location: '/again', 'retry-after': '0' }, status);
    },
  }));

const raw = (name: string, text: string): Pick<HttpCase, 'answer' | 'name'> => ({
  name,
  answer: ({ socket }) => void socket?.end(text),
});
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const ofHttp = fc.constantFrom<Pick<HttpCase, 'answer' | 'name'>>(
  raw('nothing', ''),
  raw('no HTTP', 'SSH-2.0-OpenSSH\r\n'),
  raw('half a head', 'HTTP/1.1 200'),
  raw('a negative length', `${head}content-length: -5\r\n\r\n{}`),
  raw('a length that is too large', `${head}content-length: 99999\r\n\r\n{}`),
  raw('a length that is too small', `${head}content-length: 1\r\n\r\n{}`),
  raw('two lengths', `${head}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`),
  raw('broken chunks', `${head}transfer-encoding: chunked\r\n\r\nZZ\r\n{}`),
  raw('a head of 1 MB', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1_000_000)}\r\n\r\n`),
  raw('10,000 headers', `${head}${'x: y\r\n'.repeat(10_000)}\r\n`),
  { name: 'invalid gzip', answer: (response) => send(response, 'no gzip', { 'content-encoding': 'gzip' }) },
  { name: 'an unknown encoding', answer: (response) => send(response, '{}', { 'content-encoding': 'zstd, br, x' }) },
  {
    name: 'gzip that is cut',
    answer: (response, honest) =>
      send(response, gzipSync(JSON.stringify(honest)).subarray(0, 20), { 'content-encoding': 'gzip' }),
  },
  { name: 'deep JSON', answer: (response) => send(response, '['.repeat(200_000)) },
  { name: 'nested JSON', answer: (response) => send(response, `${'['.repeat(50_000)}${']'.repeat(50_000)}`) },
);

/** 64 MB in 64 KB; 64 of them are 4 GB. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, '['));
/** More bytes or values than a refresh may hold. */
export const tooMuchHttp: HttpCase[] = [
  {
    request: 0,
    name: 'a zip bomb',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      for (let times = 0; times < 64; times++) response.write(bomb);
      response.end();
    },
  },
  {
    request: 1,
    name: 'an answer without end',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const bytes = Buffer.alloc(1024 * 1024, ' ');
      const flood = () => {
        while (!response.destroyed && response.write(bytes));
      };
      response.on('drain', flood);
      flood();
    },
  },
  { request: 2, name: 'numbers', answer: (response) => send(response, `[${'1,'.repeat(20_000_000)}1]`) },
  { request: 0, name: 'objects', answer: (response) => send(response, `[${'{},'.repeat(15_000_000)}1]`) },
];

const endless: Pick<HttpCase, 'answer' | 'name'>[] = [
  {
    name: 'a byte at a time',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    },
  },
  { name: 'silence', answer: () => undefined },
];

export function httpCases(count: number, seed: number, requests: number): HttpCase[] {
  const answer = fc.oneof(
    { weight: 6, arbitrary: ofContent },
    { weight: 4, arbitrary: ofText },
    { weight: 1, arbitrary: ofHttp },
    { weight: 1, arbitrary: ofStatus },
  );
  const random = fc.tuple(fc.nat(requests - 1), answer).map(([request, rest]): HttpCase => ({ request, ...rest }));
  return [
    ...fc.sample(random, { numRuns: count, seed }),
    ...endless.map((rest, index) => ({ request: index % requests, ...rest })),
  ];
}

/** An honest case. */
const honestHttp: HttpCase = { request: -1, name: 'honest', answer: () => undefined };

function open(honestAnswer: (url: string, body: string) => object): HostileServer<HttpCase> {
  let current = honestHttp;
  let number = 0;
  const server = createServer((request, response) => {
    const index = number++;
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('error', () => undefined)
      .on('end', () => {
        const honest = honestAnswer(request.url ?? '', Buffer.concat(chunks).toString());
        if (index >= current.request && current.request >= 0) current.answer(response, honest);
        else send(response, JSON.stringify(honest));
      });
  });
  const serve = (next: HttpCase) => {
    [current, number] = [next, 0];
  };
  return { server, serve };
}

const snowflakeRows: [start: string, rows: Record<string, string>[]][] = [
  ['show databases', [{ name: 'SHOP' }]],
  ['select schema_name', [{ SCHEMA_NAME: 'SALES' }]],
  [
    'select table_schema, table_name,',
    [{ TABLE_SCHEMA: 'SALES', TABLE_NAME: 'ORDERS', COLUMN_NAME: 'ID', DATA_TYPE: 'NUMBER', IS_NULLABLE: 'NO' }],
  ],
  ['select table_schema', [{ TABLE_SCHEMA: 'SALES', TABLE_NAME: 'ORDERS' }]],
  ['show primary keys', [{ table_name: 'ORDERS', column_name: 'ID' }]],
];

function snowflakeAnswer(url: string, body: string): object {
  if (url.startsWith('/session/v1/login-request'))
    return { success: true, data: { token: 'a-session', parameters: [], sessionInfo: {}, serverVersion: '9.0.0' } };
  if (!url.startsWith('/queries/v1/query-request')) return { success: true, data: null };
  const [, rows = []] = snowflakeRows.find(([start]) => body.includes(start)) ?? [];
  const names = Object.keys(rows[0] ?? {});
  const rowtype = names.map((name) => ({ name, type: 'text', nullable: true, length: 1_000, scale: null }));
  const rowset = rows.map((row) => names.map((name) => row[name]));
  const result = { rowtype, rowset, total: rows.length, returned: rows.length, queryResultFormat: 'json' };
  return { success: true, data: { ...result, parameters: [], queryId: '01', statementTypeId: 4_096 } };
}

function bigQueryAnswer(url: string): object {
  const { pathname } = new URL(url, 'http://localhost');
  const sales = { projectId: 'acme', datasetId: 'sales' };
  if (pathname.endsWith('/datasets')) return { datasets: [{ id: 'acme:sales', datasetReference: sales }] };
  const orders = { tableReference: { ...sales, tableId: 'orders' } };
  if (pathname.endsWith('/tables')) return { tables: [orders] };
  return { ...orders, schema: { fields: [{ name: 'id', type: 'INTEGER', mode: 'REQUIRED' }] } };
}

export const snowflakeArena: Arena<HttpCase> = {
  type: 'SNOWFLAKE',
  honest: honestHttp,
  credentials: () => ({ account: 'acme-eu', username: 'reader', password: secret }),
  open: () => open(snowflakeAnswer),
};
export const bigQueryArena: Arena<HttpCase> = {
  type: 'BIG_QUERY',
  honest: honestHttp,
  credentials: () => ({ project_id: 'acme', private_key: secret, client_email: 'reader@acme.iam' }),
  open: () => open(bigQueryAnswer),
};
