import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { ahead, atOnce } from '../src/at-once.js';
import { copyInto } from '../src/copy.js';
import { startServer, type TestServer } from './server.js';
import { watchSocket } from './watch-socket.js';

describe('statements at once', () => {
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    client = new Client({ connectionString: server.url });
    // The server ends some of them.
    client.on('error', () => undefined);
    await client.connect();
    await client.query('create temp table seen (step integer primary key)');
  });
  afterEach(() => client.end());

  const add = (step: number) =>
    client.query({ name: 'add', text: 'insert into seen values ($1) returning step', values: [step] });
  const count = async () => {
    const { rows } = await client.query<{ steps: number }>('select count(*)::int as steps from seen');
    return rows[0]?.steps;
  };

  it('see what those before them did, and are answered in order, also when the statement is new to the connection', async () => {
    const [first, between, second, last] = await atOnce(client, () => [add(1), count(), add(2), count()]);
    expect([first.rows, between, second.rows, last]).toEqual([[{ step: 1 }], 1, [{ step: 2 }], 2]);
  });

  it('are one write (control: by themselves they are several)', async () => {
    await count();
    const socket = watchSocket(client);
    const writes = () => socket.seen.filter((what) => what === 'write').length;
    await atOnce(client, () => [count(), client.query('select 1'), count()]);
    expect(writes()).toBe(1);
    await count();
    await client.query('select 1');
    expect(writes()).toBe(3);
  });

  it('may ask for more when they are answered, and need not ask for anything', async () => {
    const twice = async () => {
      await add(1);
      return add(2).then(({ rowCount }) => rowCount);
    };
    expect(await atOnce(client, () => [twice(), Promise.resolve('nothing'), count()])).toEqual([1, 'nothing', 1]);
    expect(await count()).toBe(2);
  });

  it('throw the first error, when all are answered, and leave the connection as it was', async () => {
    await client.query('begin');
    await client.query('savepoint here');
    const failing = atOnce(client, () => [add(1), add(1), count()]);
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    await client.query('rollback to savepoint here');
    await add(3);
    await client.query('commit');
    expect(await count()).toBe(1);
    // What only a client takes that does not pipeline.
    await copyInto(client, 'seen', ['step'], [[4], [5]]);
    expect(await count()).toBe(3);
  });

  it('may go out behind one that nobody waits for, and fail with it', async () => {
    await client.query('begin');
    ahead(client, 'savepoint here');
    await add(1);
    await client.query('rollback to savepoint here');
    ahead(client, 'release savepoint elsewhere');
    await expect(count()).rejects.toMatchObject({ code: '25P02' });
    await client.query('rollback');
    expect(await count()).toBe(0);
  });

  it('all fail when the connection is lost', async () => {
    const other = new Client({ connectionString: server.url });
    await other.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const lost = atOnce(client, () => [client.query('select pg_sleep(60)'), count()]);
    const failed = expect(lost).rejects.toThrow();
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await failed;
    await other.end();
  });
});
