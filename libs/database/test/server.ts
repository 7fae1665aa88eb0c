import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { prepareCluster, urlOf } from '../src/embedded-cluster.js';
import { removeAfterUs } from '../src/embedded-guard.js';
import { launch } from '../src/embedded-server.js';

export interface TestServer {
  /** Superuser, in the database `postgres`. */
  url: string;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Runs statements one after the other, as superuser unless told otherwise, and returns the rows of the last. */
  ask: (sql: string, url?: string) => Promise<Record<string, unknown>[]>;
}

const settings = { fsync: 'off', shared_buffers: '32MB' };

/** A throw-away server; it goes with this process, whatever ends that. */
export async function startServer(): Promise<TestServer> {
  const cluster = prepareCluster(temporaryDirectory());
  removeAfterUs(cluster);
  let server = await launch(cluster, settings, () => undefined);
  const url = urlOf(cluster.socketDirectory, cluster.password, 'postgres');
  return {
    url,
    stop: () => server.stop(),
    kill: () => server.kill(),
    start: async () => void (server = await launch(cluster, settings, () => undefined)),
    ask: (sql, as = url) => ask(as, sql),
  };
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

/** Resolves when the condition holds. */
export async function eventually(condition: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await condition()); ) {
    if (Date.now() > deadline) throw new Error('it did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
