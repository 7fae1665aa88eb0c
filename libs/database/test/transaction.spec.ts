import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiError } from '@tributary/contracts/errors';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { pipeline } from '../src/pipeline.js';
import { createDataSource } from '../src/data-source.js';
import { migrate } from '../src/migrate.js';
import { inSavepoint, query, transaction, unitOfWork, type UnitOfWork } from '../src/transaction.js';
import { anApp } from './apps.js';
import { barrier } from './barrier.js';
import { startForgetfulProxy } from './forgetful-proxy.js';
import { watchSocket } from './watch-socket.js';
import { eventually, leastTime, startServer, type TestServer } from './server.js';

const isUnavailable = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' });

describe('a transaction', () => {
  let server: TestServer;
  let dataSource: DataSource;
  let id = 0;

  beforeAll(async () => {
    server = await startServer();
    await migrate(anApp(server.url));
    dataSource = await createDataSource(anApp(server.url)).initialize();
  });

  afterAll(async () => {
    await dataSource.destroy();
    await server.stop();
  });

  const addNote = (body: string) => query(dataSource, 'insert into notes values ($1, $2)', [++id, body]);
  const notes = async (body: string) =>
    (await query(dataSource, 'select 1 from notes where body = $1', [body])).rowCount;

  it('commits what the work did and gives its result', async () => {
    const work = transaction(dataSource, async (client) => {
      await client.query("insert into notes values (1001, 'kept')");
      return 'result';
    });
    await expect(work).resolves.toBe('result');
    expect(await notes('kept')).toBe(1);
  });

  it('does nothing when the work fails, and passes its error on', async () => {
    const failure = new Error('no');
    const work = transaction(dataSource, async (client) => {
      await client.query("insert into notes values (1002, 'dropped')");
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await notes('dropped')).toBe(0);
  });

  it('passes on what is wrong with the data', async () => {
    await expect(transaction(dataSource, (client) => client.query('select 1 / 0'))).rejects.toMatchObject({
      code: '22012',
    });
    await expect(query(dataSource, "insert into notes values (1001, 'again')")).rejects.toMatchObject({
      code: '23505',
    });
  });

  it('is unavailable while a table or a grant is missing, and passes the cause on', async () => {
    const cause = (code: string) => ({ code: 'SERVICE_UNAVAILABLE', cause: { code } });
    await expect(query(dataSource, 'select * from nothing')).rejects.toMatchObject(cause('42P01'));
    await server.ask('create table public.forbidden ()');
    await expect(
      transaction(dataSource, (client) => client.query('select * from public.forbidden')),
    ).rejects.toMatchObject(cause('42501'));
  });

  it.each([
    ['the password is another now', "alter role guest password 'changed'", '28P01'],
    ['the user may not log in', 'alter role guest nologin', '28000'],
  ])('is unavailable when no connection can be made: %s', async (_why, fault, code) => {
    await server.ask("drop role if exists guest; create role guest login password 'secret'");
    const guest = await createDataSource(anApp(server.url.replace(/\/\/[^@]*@/, '//guest:secret@'))).initialize();
    await expect(query(guest, 'select 1')).resolves.toBeDefined();
    await server.ask(`${fault}; select pg_terminate_backend(pid) from pg_stat_activity where usename = 'guest'`);
    const refusal = () => query(guest, 'select 1').then(String, (error: ApiError) => error);
    // The first may still meet a connection that is just being ended.
    await refusal();
    expect(await refusal()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', cause: { code } });
    await guest.destroy();
  });

  it('says so when the work went on after a statement that had failed', async () => {
    const work = transaction(dataSource, (client) => client.query('select 1 / 0').catch(() => 'carry on'));
    await expect(work).rejects.toThrow('rolled back');
  });

  it('sends BEGIN with a first pipeline in one write (control: statements one by one follow its answer)', async () => {
    const one = await createDataSource({ ...anApp(server.url), poolSize: 1 }).initialize();
    const socket = await transaction(one, (client) => Promise.resolve(watchSocket(client)));
    const countWrites = async (work: (client: ClientBase) => Promise<unknown>) => {
      socket.seen = [];
      await transaction(one, work);
      return socket.seen.filter((what) => what === 'write').length;
    };
    const both = (client: ClientBase) => [client.query('select 1'), client.query('select 2')];
    // The other one is COMMIT.
    expect(await countWrites((client) => pipeline(client, () => both(client)))).toBe(2);
    expect(await countWrites((client) => Promise.all(both(client)))).toBe(4);
    await one.destroy();
  });

  it('sends held-back statements with COMMIT', async () => {
    const { before, result } = await unitOfWork(dataSource, async ({ client, atCommit }) => {
      atCommit([{ text: 'insert into notes values ($1, $2)', values: [1010, 'last'] }]);
      return { before: await notes('last'), result: await client.query("select from notes where body = 'last'") };
    });
    expect([before, result.rowCount, await notes('last')]).toEqual([0, 0, 1]);
  });

  it('is rolled back when a held-back statement fails, and its connection stays usable', async () => {
    const one = await createDataSource({ ...anApp(server.url), poolSize: 1 }).initialize();
    const add = (text: string) =>
      unitOfWork(one, async ({ client, atCommit }) => {
        await client.query("insert into notes values (1011, 'undone')");
        atCommit([{ text: "insert into notes values (1012, 'undone')" }, { text }, { text: 'select 1' }]);
      });
    await expect(add('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    expect(await notes('undone')).toBe(0);
    const { rows } = await query(one, 'select pg_current_xact_id_if_assigned() as transaction');
    expect(rows).toEqual([{ transaction: null }]);
    await add('select 1');
    expect(await notes('undone')).toBe(2);
    await one.destroy();
  });

  it('gives a held-back statement the same time as other statements', async () => {
    const sleep = ({ atCommit }: UnitOfWork) => Promise.resolve(atCommit([{ text: 'select pg_sleep(11.5)' }]));
    await expect(unitOfWork(dataSource, sleep, { statementTimeoutMs: 120_000 })).resolves.toBeUndefined();
  });

  it('undoes a savepoint alone, with its held-back statements, when the database rejects its data', async () => {
    const inserted = (id: number, text: string) => ({
      text: `insert into notes values (${id}, 'in a savepoint'), ${text}`,
    });
    const outcomes = await unitOfWork(dataSource, async (work) => {
      const attempt = (rows: { text: string }, held: { text: string }) =>
        inSavepoint(work, 'part', async ({ client, atCommit }) => {
          atCommit([held]);
          await client.query(rows);
          return 'done';
        });
      return [
        await attempt(inserted(1020, "(1021, 'in a savepoint')"), inserted(1022, "(1022, 'twice')")),
        await attempt(inserted(1020, "(1020, 'twice')"), { text: 'select 1' }),
        await attempt(inserted(1020, "(1021, 'in a savepoint')"), inserted(1022, "(1023, 'in a savepoint')")),
      ];
    });
    expect([outcomes, await notes('in a savepoint')]).toEqual([[undefined, undefined, 'done'], 4]);
  });

  it('passes on an error in a savepoint that is not about its data', async () => {
    const missing = unitOfWork(dataSource, (work) =>
      inSavepoint(work, 'part', ({ client }) => client.query('select x')),
    );
    await expect(missing).rejects.toEqual(isUnavailable);
  });

  it('leaves a server that refuses writes, as a standby does: the next transaction has another connection', async () => {
    const name = new URL(server.url).pathname.slice(1);
    const allowWrites = (isAllowed: boolean) =>
      server.ask(
        `begin read write; alter database ${name} set default_transaction_read_only = ${isAllowed ? 'off' : 'on'}; commit`,
      );
    // A session keeps the setting with which it began, as a connection to a former primary stays there.
    await allowWrites(false);
    const late = await createDataSource(anApp(server.url)).initialize();
    try {
      const write = () => query(late, 'insert into notes values ($1, $2)', [++id, 'written']);
      await expect(write()).rejects.toEqual(isUnavailable);
      await allowWrites(true);
      await write();
    } finally {
      await allowWrites(true);
      await late.destroy();
    }
  });

  it('cancels a statement after the time the caller gives it: unavailable', async () => {
    const work = transaction(dataSource, (client) => client.query('select pg_sleep(60)'), { statementTimeoutMs: 50 });
    await expect(work).rejects.toEqual(isUnavailable);
    expect((await query(dataSource, 'show statement_timeout')).rows).toEqual([{ statement_timeout: '10s' }]);
  });

  it('is unavailable to the victim of a deadlock, and its retry succeeds', async () => {
    await addNote('left');
    await addNote('right');
    const meet = barrier(2);
    const swap = (first: string, second: string, wait = meet) =>
      transaction(dataSource, async (client) => {
        await client.query("update notes set body = body || '' where body = $1", [first]);
        await wait();
        await client.query("update notes set body = body || '' where body = $1", [second]);
      });
    const outcomes = await Promise.allSettled([swap('left', 'right'), swap('right', 'left')]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: isUnavailable },
    ]);
    await expect(swap('left', 'right', () => Promise.resolve())).resolves.toBeUndefined();
  });

  describe('with the database in trouble', () => {
    afterEach(() =>
      eventually(() =>
        query(dataSource, 'select 1').then(
          () => true,
          () => false,
        ),
      ),
    );

    it('is unavailable at once while the server is down, works when it is back, and idle connections do no harm', async () => {
      await Promise.all(Array.from({ length: 5 }, () => query(dataSource, 'select pg_sleep(0.05)')));
      await server.kill();
      const refuse = async () => {
        const started = Date.now();
        await expect(transaction(dataSource, (client) => client.query('select 1'))).rejects.toEqual(isUnavailable);
        await expect(addNote('lost')).rejects.toEqual(isUnavailable);
        return Date.now() - started;
      };
      expect(await leastTime(refuse, 4_000)).toBeLessThan(4_000);
      await server.start();
      await eventually(() =>
        addNote('back').then(
          () => true,
          () => false,
        ),
      );
    });

    it('is unavailable when the connection is lost between two statements or within one', async () => {
      const between = transaction(dataSource, async (client) => {
        await server.kill();
        await client.query('select 1');
      });
      await expect(between).rejects.toEqual(isUnavailable);
      await server.start();
      const work = transaction(dataSource, (client) => client.query('select pg_sleep(60)'));
      const within = expect(work).rejects.toEqual(isUnavailable);
      const asleep = "select from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'";
      await eventually(async () => (await server.ask(asleep)).length === 1);
      await server.ask("select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(60)'");
      await within;
    });

    it('is unavailable when the answer to COMMIT is lost, though the work is done', async () => {
      const proxy = await startForgetfulProxy(server.url);
      const forgotten = await createDataSource(anApp(proxy.url)).initialize();
      const work = transaction(forgotten, (client) => client.query("insert into notes values (1003, 'done')"));
      await expect(work).rejects.toEqual(isUnavailable);
      await eventually(async () => (await notes('done')) === 1);
      await forgotten.destroy();
      await proxy.close();
    });

    it.each<[string, (client: ClientBase) => Promise<unknown>]>([
      ['a statement', (client) => client.query('select 1')],
      ['a pipeline', (client) => pipeline(client, () => [client.query('select 1'), client.query('select 2')])],
    ])('is unavailable soon when the server is frozen, and %s of the work with it', async (_what, statements) => {
      const freeze = async () => {
        const { rows } = await query<{ pid: number }>(dataSource, 'select pg_backend_pid() as pid');
        const pids = await server.ask(
          "select pid from pg_stat_activity where application_name = 'tributary-note-taking'",
        );
        expect(pids).toContainEqual(rows[0]);
        const signalAll = (signal: NodeJS.Signals) => pids.forEach(({ pid }) => process.kill(Number(pid), signal));
        signalAll('SIGSTOP');
        const started = Date.now();
        let isOver = false;
        const work = (client: ClientBase) => statements(client).finally(() => (isOver = true));
        await expect(transaction(dataSource, work)).rejects.toEqual(isUnavailable);
        expect(isOver).toBe(true);
        const took = Date.now() - started;
        signalAll('SIGCONT');
        return took;
      };
      expect(await leastTime(freeze, 4_000)).toBeLessThan(4_000);
    });
  });

  it('waits for a free connection while others work, for five seconds at most', async () => {
    const small = await createDataSource({ ...anApp(server.url), poolSize: 1 }).initialize();
    const slow = (seconds: number) => query(small, 'select pg_sleep($1)', [seconds]);
    // Longer than a connection may take to be made, which would be an outage.
    await Promise.all([slow(0.8), slow(0.8), slow(0.8)]);
    await transaction(small, async () => {
      await expect(query(small, 'select 1')).rejects.toEqual(isUnavailable);
    });
    await expect(query(small, 'select 1')).resolves.toMatchObject({ rowCount: 1 });
    await small.destroy();
  });
});
