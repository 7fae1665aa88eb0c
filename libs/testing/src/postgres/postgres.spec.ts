import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { eventually } from '../eventually.js';
import { startPostgres, type TestPostgres } from './postgres.js';

const startInChild = `
  const { startPostgres } = await import('@tributary/testing/postgres/postgres');
  process.stdout.write((await startPostgres()).url);
  setInterval(() => {}, 1000);`;

describe('a PostgreSQL for tests', () => {
  let postgres: TestPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres.stop());

  const ask = async (sql: string) => {
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows[0];
    } finally {
      await client.end();
    }
  };

  it('keeps committed rows and its URL after a kill -9', async () => {
    await ask('create table kept as select 42 as answer');
    await postgres.kill();
    await expect(ask('select 1')).rejects.toThrow();
    await postgres.start();
    expect(await ask('select answer from kept')).toEqual({ answer: 42 });
  });

  it('stops and starts again', async () => {
    await postgres.stop();
    await expect(ask('select 1')).rejects.toThrow();
    await postgres.start();
    expect(await ask('select 1 as one')).toEqual({ one: 1 });
  });

  it('is a separate server for each caller', async () => {
    const other = await startPostgres();
    await other.kill();
    expect(await ask('select 1 as one')).toEqual({ one: 1 });
  });

  it('leaves no server and no files behind if the process that started it is killed', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', startInChild], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(child.stdout, 'data')) as [Buffer];
    const socketDirectory = decodeURIComponent(new URL(String(url)).hostname);
    // Control: the server exists while the process lives.
    expect(existsSync(path.join(socketDirectory, '.s.PGSQL.5432'))).toBe(true);
    child.kill('SIGKILL');
    await eventually(() => expect(existsSync(socketDirectory)).toBe(false));
  });

  it('starts with an empty database, with or without fsync', async () => {
    expect(await ask("select current_setting('fsync') as fsync")).toEqual({ fsync: 'off' });
    await postgres.stop();
    postgres = await startPostgres({ durable: true });
    expect(await ask("select current_setting('fsync') as fsync, to_regclass('kept') as kept")).toEqual({
      fsync: 'on',
      kept: null,
    });
  });
});
