import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource, EntityManager } from 'typeorm';
import { createDataSource } from '../src/data-source.js';
import { readEntities, writeEntities } from '../src/entities.js';
import { migrate } from '../src/migrate.js';
import { anApp } from './apps.js';
import { eventually, startServer, type TestServer } from './server.js';

const isUnavailable = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' });
const ways = [
  ['reading', readEntities],
  ['writing', writeEntities],
] as const;

let server: TestServer;
let dataSource: DataSource;

beforeAll(async () => {
  server = await startServer();
  await migrate(anApp(server.url));
  dataSource = await createDataSource({ ...anApp(server.url), poolSize: 1 }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await server.stop();
});

const ask = (manager: EntityManager) => manager.query<{ pid: number }[]>('select pg_backend_pid() as pid');
const addNote = (id: number) => (manager: EntityManager) =>
  manager.query<unknown[]>('insert into notes values ($1)', [id]);
const notes = () => server.ask('select id from note_taking.notes order by id');

/** Freezes the server process of the one connection; returns the function that resumes it. */
async function freeze(): Promise<() => void> {
  const [{ pid } = { pid: 0 }] = await readEntities(dataSource, ask);
  process.kill(pid, 'SIGSTOP');
  return () => void process.kill(pid, 'SIGCONT');
}

it('a write is applied completely or not at all', async () => {
  await writeEntities(dataSource, addNote(1));
  const failure = new Error('no');
  const work = writeEntities(dataSource, async (manager) => {
    await addNote(2)(manager);
    throw failure;
  });
  await expect(work).rejects.toBe(failure);
  expect(await notes()).toEqual([{ id: '1' }]);
});

it('a write leaves a server that refuses writes, as a standby does: the next one has another connection', async () => {
  const name = new URL(server.url).pathname.slice(1);
  const allowWrites = (setting: 'on' | 'off') =>
    server.ask(`begin read write; alter database ${name} set default_transaction_read_only = ${setting}; commit`);
  // A session keeps the setting with which it began.
  await allowWrites('on');
  const late = await createDataSource({ ...anApp(server.url), poolSize: 1 }).initialize();
  try {
    await expect(writeEntities(late, addNote(4))).rejects.toEqual(isUnavailable);
    await allowWrites('off');
    await writeEntities(late, addNote(1_000));
  } finally {
    await allowWrites('off');
    await late.destroy();
  }
  await server.ask('delete from note_taking.notes where id = 1000');
});

describe.each(ways)('%s on a frozen server', (_name, through) => {
  it('is unavailable soon, and continues on another connection', async () => {
    await expect(through(dataSource, ask)).resolves.toHaveLength(1);
    const thaw = await freeze();
    await expect(through(dataSource, ask)).rejects.toEqual(isUnavailable);
    await expect(through(dataSource, ask)).resolves.toHaveLength(1);
    thaw();
  });
});

it('reading and writing are given up if the server froze during the work, and writes before that are rolled back', async () => {
  const given = [...ways, ['writing after a write', writeEntities] as const].map(async ([name, through]) => {
    const own = await createDataSource({ ...anApp(server.url), poolSize: 1 }).initialize();
    const first = name === 'writing after a write' ? addNote(3) : ask;
    await expect(through(own, frozenBetween(first, ask))).rejects.toEqual(isUnavailable);
    // Its one connection was left.
    await expect(through(own, ask)).resolves.toHaveLength(1);
    await own.destroy();
  });
  await Promise.all(given);
  // No client holds their connections now, so the server aborts the transactions. An open one would hide its row.
  expect(frozen).toHaveLength(given.length);
  const left = `select from pg_stat_activity where pid in (${frozen.join()})`;
  await eventually(async () => (await server.ask(left)).length === 0);
  expect(await notes()).toEqual([{ id: '1' }]);
});

type Step = (manager: EntityManager) => Promise<unknown>;

/** The server processes that were frozen during a work. */
const frozen: number[] = [];

/** Resumes the server when the second step has ended, successfully or not. */
const frozenBetween =
  (first: Step, second: Step): Step =>
  async (manager) => {
    await first(manager);
    const [{ pid } = { pid: 0 }] = await ask(manager);
    frozen.push(pid);
    process.kill(pid, 'SIGSTOP');
    return second(manager).finally(() => process.kill(pid, 'SIGCONT'));
  };
