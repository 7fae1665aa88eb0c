import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../eventually.js';
import { startClickHouse, type ClickHouseServer } from './clickhouse-server.js';

const startInChild = `
  const { startClickHouse } = await import(process.argv[1]);
  process.stdout.write((await startClickHouse()).url);
  setInterval(() => {}, 1000);`;
const built = path.join(import.meta.dirname, '../../dist/clickhouse/clickhouse-server.js');

const ask = async (url: string, sql: string) => {
  const response = await fetch(url, { method: 'POST', body: sql });
  return (await response.text()).trim();
};

describe('a ClickHouse for tests', () => {
  let clickHouse: ClickHouseServer;
  beforeAll(async () => {
    clickHouse = await startClickHouse();
  });
  afterAll(() => clickHouse.stop());

  it('is the version that the docs name', async () =>
    expect(await ask(clickHouse.url, 'select version()')).toMatch(/^26\.7\./));

  it('keeps acknowledged rows and its URL after a kill -9', async () => {
    const { url } = clickHouse;
    await ask(url, 'create table kept (answer Int64) engine = MergeTree order by answer');
    await ask(url, 'insert into kept values (42)');
    await clickHouse.kill();
    await expect(ask(url, 'select 1')).rejects.toThrow();
    await clickHouse.start();
    expect(await ask(url, 'select answer from kept')).toBe('42');
  });

  it('is gone when the process that started it is killed', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', startInChild, built], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(child.stdout, 'data')) as [Buffer];
    // Control: the server answers while the process lives.
    expect(await ask(String(url), 'select 1')).toBe('1');
    child.kill('SIGKILL');
    await eventually(() => expect(ask(String(url), 'select 1')).rejects.toThrow());
  });
});
