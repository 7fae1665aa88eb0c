import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { pipeline, sendAhead, sendWithoutWaiting } from '../src/pipeline.js';
import { copyInto } from '../src/copy.js';
import { startServer, type TestServer } from './server.js';
import { watchSocket } from './watch-socket.js';

describe('pipeline', () => {
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

  it('answers statements in order, each of which sees the effects of earlier ones, also when it is new to the connection', async () => {
    const [first, between, second, last] = await pipeline(client, () => [add(1), count(), add(2), count()]);
    expect([first.rows, between, second.rows, last]).toEqual([[{ step: 1 }], 1, [{ step: 2 }], 2]);
  });

  it('writes to the socket once (control: statements one by one are several writes)', async () => {
    await count();
    const socket = watchSocket(client);
    const writes = () => socket.seen.filter((what) => what === 'write').length;
    await pipeline(client, () => [count(), client.query('select 1'), count()]);
    expect(writes()).toBe(1);
    await count();
    await client.query('select 1');
    expect(writes()).toBe(3);
  });

  it('takes promises by name, and answers by the same names', async () => {
    expect(await pipeline(client, () => ({ one: count(), two: add(1).then(({ rowCount }) => rowCount) }))).toEqual({
      one: 0,
      two: 1,
    });
  });

  it('sends a statement ahead with its own, in one write', async () => {
    await pipeline(client, () => [count(), add(0)]);
    const socket = watchSocket(client);
    const busy = client.query('select 1');
    const ahead = sendAhead(client, add(1));
    expect(await pipeline(client, () => [count()])).toEqual([2]);
    expect((await ahead).rows).toEqual([{ step: 1 }]);
    await busy;
    expect(socket.seen.filter((what) => what === 'write')).toHaveLength(2);
  });

  it('throws the error of a statement sent ahead instead of those that follow from it', async () => {
    await client.query('begin');
    const ahead = sendAhead(client, client.query('select 1 / 0'));
    await expect(pipeline(client, () => [count(), count()])).rejects.toMatchObject({ code: '22012' });
    await expect(ahead).rejects.toMatchObject({ code: '22012' });
    await client.query('rollback');
    expect(await pipeline(client, () => [count()])).toEqual([0]);
  });

  it('lets a statement be followed by another, and takes promises without a statement', async () => {
    const twice = async () => {
      await add(1);
      return add(2).then(({ rowCount }) => rowCount);
    };
    expect(await pipeline(client, () => [twice(), Promise.resolve('nothing'), count()])).toEqual([1, 'nothing', 1]);
    expect(await count()).toBe(2);
  });

  it('throws the first error once all are answered, and leaves the connection as it was', async () => {
    await client.query('begin');
    await client.query('savepoint here');
    const failing = pipeline(client, () => [add(1), add(1), count()]);
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    await client.query('rollback to savepoint here');
    await add(3);
    await client.query('commit');
    expect(await count()).toBe(1);
    // COPY works only on a client that does not pipeline.
    await copyInto(client, 'seen', ['step'], [[4], [5]]);
    expect(await count()).toBe(3);
  });

  it('goes out behind a statement that is not awaited, and fails with it', async () => {
    await client.query('begin');
    sendWithoutWaiting(client, 'savepoint here');
    await add(1);
    await client.query('rollback to savepoint here');
    sendWithoutWaiting(client, 'release savepoint elsewhere');
    await expect(count()).rejects.toMatchObject({ code: '25P02' });
    await client.query('rollback');
    expect(await count()).toBe(0);
  });

  it('goes out behind such a statement in one write', async () => {
    await client.query('begin');
    await client.query('savepoint here');
    const socket = watchSocket(client);
    sendWithoutWaiting(client, 'release savepoint here');
    await pipeline(client, () => [count(), add(1)]);
    expect(socket.seen.filter((what) => what === 'write')).toHaveLength(1);
    await client.query('commit');
  });

  it('fails when the connection is lost', async () => {
    const other = new Client({ connectionString: server.url });
    await other.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const lost = pipeline(client, () => [client.query('select pg_sleep(60)'), count()]);
    const failed = expect(lost).rejects.toThrow();
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await failed;
    await other.end();
  });
});
