import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { prepareCluster, removeSocketDirectory } from '../src/embedded/embedded-cluster.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded/embedded-postgres.js';
import { launch } from '../src/embedded/embedded-server.js';
import { findPostmaster } from '../src/embedded/postmaster.js';
import { ask, eventually, temporaryDirectory } from './server.js';

const startInChild = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  const { url } = await startEmbeddedPostgres({ directory: process.argv[2], log: () => {} });
  process.stdout.write(url);
  setInterval(() => {}, 1000);`;

describe('the embedded PostgreSQL', () => {
  let template: string;
  let directory: string;
  let log: string[];
  let started: EmbeddedPostgres[];
  const dataDirectory = () => path.join(directory, 'data');
  const pidFile = () => path.join(dataDirectory(), 'postmaster.pid');

  // Created once, because initdb takes most of a first start.
  beforeAll(() => {
    template = path.join(temporaryDirectory(), 'postgres');
    removeSocketDirectory(prepareCluster(template).socketDirectory);
  });

  afterAll(() => fs.rmSync(path.dirname(template), { recursive: true }));

  beforeEach(() => {
    directory = path.join(temporaryDirectory(), 'with a space', 'postgres');
    fs.mkdirSync(path.dirname(directory));
    execFileSync('cp', ['-a', template, directory]);
    log = [];
    started = [];
  });

  afterEach(async () => {
    for (const postgres of started) await postgres.stop();
    const survivor = findPostmaster(dataDirectory());
    if (survivor) process.kill(survivor.pid, 'SIGKILL');
    fs.rmSync(path.join(directory, '../..'), { recursive: true });
  });

  const start = async () => {
    const postgres = await startEmbeddedPostgres({ directory, log: (line) => log.push(line) });
    started.push(postgres);
    return postgres;
  };
  const stop = () => started.splice(0)[0]?.stop();

  /** Another process that owns the directory. It uses the built library, because it runs without Jest. */
  const otherInstance = async (): Promise<{ child: ChildProcess; url: string }> => {
    const library = new URL('../dist/embedded/embedded-postgres.js', import.meta.url).href;
    const child = spawn(process.execPath, ['--input-type=module', '-e', startInChild, library, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, url: String(url) };
  };
  const kill = async ({ child }: { child: ChildProcess }) => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  it('keeps its data over restarts, with its own password in a file of mode 0600', async () => {
    const { url } = await start();
    await ask(url, 'create table kept as select 42 as answer');
    const durability =
      "select string_agg(setting, ' ') as on from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')";
    expect(await ask(url, durability)).toEqual([{ on: 'on on on' }]);
    await stop();
    expect(findPostmaster(dataDirectory())).toBeUndefined();
    expect(await ask((await start()).url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(fs.statSync(path.join(directory, 'password')).mode & 0o777).toBe(0o600);
    await expect(ask(url.replace(/:[0-9a-f]+@/, ':guessed@'), 'select 1')).rejects.toThrow();
  });

  it('does not zero new WAL segments, which would delay commits', async () => {
    expect(await ask((await start()).url, 'show wal_init_zero')).toEqual([{ wal_init_zero: 'off' }]);
  });

  it('leaves the process group, so that Ctrl-C does not reach it', async () => {
    await start();
    const pid = findPostmaster(dataDirectory())?.pid ?? 0;
    // Its pid is a process group: it leads one.
    expect(() => process.kill(-pid, 0)).not.toThrow();
    expect(pid).not.toBe(0);
  });

  it('takes over from a killed process whose server still runs', async () => {
    const other = await otherInstance();
    await ask(other.url, 'create table kept as select 42 as answer');
    const survivor = findPostmaster(dataDirectory());
    await kill(other);
    expect(findPostmaster(dataDirectory())).toEqual(survivor);
    expect(await ask((await start()).url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(findPostmaster(dataDirectory())?.pid).not.toBe(survivor?.pid);
  });

  it('refuses a directory that a live instance uses, names it, and changes nothing', async () => {
    const other = await otherInstance();
    const owner = findPostmaster(dataDirectory());
    await expect(start()).rejects.toThrow(`${directory} is in use by another running instance`);
    expect(findPostmaster(dataDirectory())).toEqual(owner);
    expect(await ask(other.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await kill(other);
  });

  it('lets one of two simultaneous first starts succeed', async () => {
    fs.rmSync(directory, { recursive: true });
    const outcomes = await Promise.allSettled([start(), start()]);
    const losers = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    expect(losers).toEqual([expect.stringContaining(`${directory} is in use`)]);
    expect(await ask(started[0]?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('recovers after every process was killed', async () => {
    const other = await otherInstance();
    await ask(other.url, 'create table kept as select 42 as answer');
    const survivor = findPostmaster(dataDirectory());
    await kill(other);
    process.kill(survivor?.pid ?? 0, 'SIGKILL');
    expect(fs.existsSync(pidFile())).toBe(true);
    expect(await ask((await start()).url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('ignores a stale pid file whose pid belongs to another process', async () => {
    await start();
    const lines = fs.readFileSync(pidFile(), 'utf8').split('\n');
    await stop();
    const account = fs.statSync(dataDirectory());
    const bystander = spawn(
      'sleep',
      ['60'],
      account.uid === process.getuid?.() ? {} : { uid: account.uid, gid: account.gid },
    );
    fs.writeFileSync(pidFile(), [bystander.pid, ...lines.slice(1)].join('\n'));
    fs.chownSync(pidFile(), account.uid, account.gid);
    await start();
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    bystander.kill('SIGKILL');
  });

  it('restarts a server that ended unexpectedly, under the same URL', async () => {
    const { url } = await start();
    process.kill(findPostmaster(dataDirectory())?.pid ?? 0, 'SIGKILL');
    await eventually(() =>
      ask(url, 'select 1').then(
        () => true,
        () => false,
      ),
    );
    await expect(start()).rejects.toThrow('in use');
  });

  it('reports PostgreSQL’s own log if it does not start', async () => {
    const cluster = prepareCluster(directory);
    const failing = launch(cluster, { shared_buffers: 'plenty' }, (line) => log.push(line));
    await expect(failing).rejects.toThrow(
      /did not start in .*with a space[^]*invalid value for parameter "shared_buffers": "plenty"/,
    );
    removeSocketDirectory(cluster.socketDirectory);
    fs.writeFileSync(path.join(dataDirectory(), 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow('was initialized by PostgreSQL version 17');
  });
});
