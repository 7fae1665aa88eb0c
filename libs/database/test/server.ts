import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { type Cluster, prepareCluster, urlOf } from '../src/embedded/embedded-cluster.js';
import { launch } from '../src/embedded/embedded-server.js';

/** A PostgreSQL server with an empty database, which specs of this lib can break: libs/testing, which imports it, has another. */
export interface TestServer {
  /** URL of the superuser; does not change over restarts. */
  url: string;
  stop(): Promise<void>;
  /** `kill -9` of the server. */
  kill(): Promise<void>;
  /** Starts the server again after `stop` or `kill`. */
  start(): Promise<void>;
  /** Runs statements, by default as superuser, and returns the rows of the last one. */
  ask: (sql: string, url?: string) => Promise<Record<string, unknown>[]>;
}

export async function startServer(): Promise<TestServer> {
  const cluster = prepareCluster(temporaryDirectory());
  removeAfterUs(cluster);
  const settings = { shared_buffers: '32MB', max_wal_size: '256MB', max_connections: 200, fsync: 'off' };
  const launchServer = () => launch(cluster, settings, () => undefined);
  let server = await launchServer();
  const urlOfDatabase = (name: string) => urlOf(cluster.socketDirectory, cluster.password, name);
  await ask(urlOfDatabase('postgres'), 'create database test_empty');
  const ownUrl = urlOfDatabase('test_empty');
  return {
    url: ownUrl,
    stop: () => server.stop(),
    kill: () => server.kill(),
    start: async () => void (server = await launchServer()),
    ask: (sql, url = ownUrl) => ask(url, sql),
  };
}

const stopAndRemove = 'read -r _; kill -QUIT "$(head -n 1 "$0/postmaster.pid")"; sleep 0.2; rm -rf "$1" "$2"';

/** However we die, the pipe between us and this shell closes. */
function removeAfterUs({ directory, dataDirectory, socketDirectory }: Cluster): void {
  const guard = spawn('sh', ['-c', stopAndRemove, dataDirectory, directory, socketDirectory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
}

export const temporaryDirectory = () => mkdtempSync(path.join(os.tmpdir(), 'tributary-test-'));

export async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const results = [await client.query<Record<string, unknown>>(sql)].flat();
    return results.at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}

/** The least of the times, milliseconds. While it is above the limit, it measures again: the machine may have been busy. */
export async function leastTime(measure: () => Promise<number>, limitMs: number): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < 5 && least >= limitMs; attempt += 1) least = Math.min(least, await measure());
  return least;
}

/** Resolves when the condition holds. */
export async function eventually(condition: () => boolean | Promise<boolean>, timeoutMs = 180_000): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await condition());) {
    if (Date.now() > deadline) throw new Error('it did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
