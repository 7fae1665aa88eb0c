// How long the embedded product takes for the metadata of a PostgreSQL server with many tables.
//
//   npm run build
//   node bench/warehouses.mjs [--tables 10000] [--columns 20] [--rounds 3]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '@tributary/testing/postgres/postgres';

const { values } = parseArgs({
  options: {
    tables: { type: 'string', default: '10000' },
    columns: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
  },
});
const [tables, columns, rounds] = [Number(values.tables), Number(values.columns), Number(values.rounds)];
const token = 'a-token-of-the-benchmark-with-more-than-32-characters';
const productMain = path.join(import.meta.dirname, '../apps/standalone/dist/main.js');
const dataDirectory = mkdtempSync(path.join(os.tmpdir(), 'tributary-bench-'));

const postgres = await startPostgres();
const { username: user, password, hostname } = new URL(postgres.url);
const socket = decodeURIComponent(hostname);
// The test server listens on a Unix socket only; the product connects to a port.
const forwarder = createServer((client) => {
  const upstream = connect(`${socket}/.s.PGSQL.5432`);
  client.on('error', () => upstream.destroy()).pipe(upstream);
  upstream.on('error', () => client.destroy()).pipe(client);
});
forwarder.listen(0, '127.0.0.1');
await once(forwarder, 'listening');
await fill();

const product = spawn(process.execPath, [productMain], {
  env: { ...process.env, PORT: '0', DATA_DIR: dataDirectory, BOOTSTRAP_API_TOKEN: token },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const base = await new Promise((resolve, reject) => {
    product.stdout.on('data', (text) => {
      const [, url] = /API\s+(\S+)/.exec(String(text)) ?? [];
      if (url) resolve(url);
    });
    product.once('exit', () => reject(new Error('the product ended')));
  });
  await measure(base);
} finally {
  product.kill('SIGTERM');
  if (product.exitCode === null) await once(product, 'exit');
  forwarder.close();
  await postgres.stop();
  rmSync(dataDirectory, { recursive: true });
}
process.exit(0);

async function fill() {
  const client = new pg.Client({ host: socket, user, password, database: 'postgres' });
  await client.connect();
  await client.query('create schema large');
  const list = Array.from({ length: columns }, (_, index) => `column_${index} ${index % 2 ? 'text' : 'numeric(12,2)'}`);
  for (let first = 0; first < tables; first += 100) {
    const names = Array.from({ length: Math.min(100, tables - first) }, (_, index) => `table_${first + index}`);
    await client.query(names.map((name) => `create table large.${name} (${list.join(', ')})`).join(';'));
  }
  await client.query('vacuum analyze');
  await client.end();
}

async function measure(base) {
  const headers = { authorization: token, 'content-type': 'application/json' };
  const call = (method, target, body) =>
    fetch(`${base}${target}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const warehouse = { name: 'large', description: '', engine_type: 'POSTGRES' };
  const { data } = await (await call('POST', '/datawarehouses', warehouse)).json();
  const target = `/datawarehouses/${data.id}`;
  const credentials = { host: '127.0.0.1', port: forwarder.address().port, user, password };
  await call('PUT', `${target}/credentials`, credentials);
  await call('GET', `${target}/metadata`);
  const before = resident();
  const timed = async (name, method, rest, body) => {
    const start = performance.now();
    const response = await call(method, `${target}${rest}`, body);
    let bytes = 0;
    let first;
    for await (const piece of response.body) {
      first ??= performance.now();
      bytes += piece.length;
    }
    const line = {
      name,
      status: response.status,
      seconds: seconds(performance.now() - start),
      'to first byte': seconds(first - start),
      MB: Math.round(bytes / 1e6),
      'resident growth MB': resident() - before,
      'peak growth MB': peak() - before,
    };
    results.push(line);
  };
  const results = [];
  await timed('first refresh', 'POST', '/metadata', { fetch_only: false });
  for (let round = 0; round < rounds; round++) {
    await timed('unchanged refresh', 'POST', '/metadata', { fetch_only: false });
    await timed('GET metadata', 'GET', '/metadata');
  }
  await timed('fetch_only', 'POST', '/metadata', { fetch_only: true });
  await timed('deletion', 'DELETE', '');
  console.table(results);
}

function seconds(milliseconds) {
  return Math.round(milliseconds / 10) / 100;
}

function status(name) {
  return Math.round(
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))[1]) / 1000,
  );
}

function resident() {
  return status('VmRSS');
}

function peak() {
  return status('VmHWM');
}
