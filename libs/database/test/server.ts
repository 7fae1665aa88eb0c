import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startPostgres, type TestPostgres } from '../src/embedded/throw-away-postgres.js';

export interface TestServer extends TestPostgres {
  /** Runs statements, by default as superuser, and returns the rows of the last one. */
  ask: (sql: string, url?: string) => Promise<Record<string, unknown>[]>;
}

export async function startServer(): Promise<TestServer> {
  const postgres = await startPostgres();
  return { ...postgres, ask: (sql, url = postgres.url) => ask(url, sql) };
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
