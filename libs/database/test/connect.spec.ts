import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '../src/connect.js';
import { query } from '../src/transaction.js';
import { eventually, startServer, type TestServer } from './server.js';

let postgres: TestServer;
beforeAll(async () => (postgres = await startServer()));
afterAll(() => postgres.stop());

const optionsOf = (url: string) => ({ url, app: 'connecting', entities: [], migrations: [], poolSize: 1 });

/** No server listens on port 1. */
const deadUrl = 'postgres://user@127.0.0.1:1/none';

describe('connecting at the start', () => {
  it('waits for a server that is not up yet, and reports it once', async () => {
    await postgres.kill();
    const waits: unknown[] = [];
    const connecting = connect(optionsOf(postgres.url), { onWait: (error) => void waits.push(error) });
    await eventually(() => waits.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(waits).toHaveLength(1);
    await postgres.start();
    const dataSource = await connecting;
    expect((await query(dataSource, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(waits).toHaveLength(1);
    await dataSource.destroy();
  });

  it('gives up after its timeout', async () => {
    await expect(connect(optionsOf(deadUrl), { timeoutMs: 100 })).rejects.toThrow('ECONNREFUSED');
  });

  it('does not wait for a database that does not exist', async () => {
    const waits: unknown[] = [];
    const url = postgres.url.replace(/\/[^/]*$/, '/no_such_database');
    await expect(connect(optionsOf(url), { onWait: (error) => void waits.push(error) })).rejects.toThrow('no_such');
    expect(waits).toEqual([]);
  });
});
