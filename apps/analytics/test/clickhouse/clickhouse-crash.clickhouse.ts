import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withClickHouse } from './clickhouse-databases.js';
import { openClickHouseStore, type ClickHouseTestStore } from './clickhouse-stores.js';

const size = 200;
const perBatch = 3;
const kills = 5;

const { newDatabase, server } = withClickHouse();
let database: ReturnType<typeof newDatabase>;
let test: ClickHouseTestStore;
beforeEach(async () => {
  database = newDatabase();
  test = await openClickHouseStore(database);
});
afterEach(() => test.close());

/** A process of analytics that stores numbered messages from `first` on. */
function start(first: number, identity: 'id' | 'none', refusals = 1) {
  const work = { clickHouse: database, first, last: 1_000_000, perBatch, refusals, people: true, size, identity };
  const script = path.join(import.meta.dirname, '../append-messages.mjs');
  const child = spawn(process.execPath, [script, JSON.stringify(work)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const ended = new Promise((resolve) => child.on('close', resolve));
  const count = (word: string) => lines.filter((line) => line.startsWith(word)).length;
  const stored = () =>
    lines.filter((line) => line.startsWith('stored')).map((line) => Number(line.slice('stored '.length)));
  return { child, ended, stored, refused: () => count('refused') };
}

type Appender = ReturnType<typeof start>;

async function untilStored({ child, stored }: Appender, batches: number): Promise<void> {
  const before = stored().length;
  while (stored().length < before + batches && child.exitCode === null) await sleep(5);
  await sleep(Math.random() * 100);
}

/** Kills the process at random times, and starts the next one from earlier batches, as Kafka does after lost commits. */
async function appendThroughKills(identity: 'id' | 'none'): Promise<number> {
  let last = -1;
  for (let kill = 0; kill < kills; kill++) {
    const running = start(Math.max(0, last + 1 - 4 * perBatch), identity);
    await untilStored(running, 5);
    running.child.kill('SIGKILL');
    await running.ended;
    last = Math.max(last, ...running.stored());
  }
  return last;
}

/** The facts that reports count, per message number, and the person of each. Every third message is of an erased one. */
async function readFacts(last: number) {
  const number = (id: string) => `toFloat64(reinterpretAsUInt32(reverse(unhex(substring(toString(${id}), 1, 8)))))`;
  const sql = `select ${number('activity_id')}, ${number('user_point_id')}, toFloat64(count())
    from ${test.store.dialect.facts("'1'")} group by 1, 2`;
  const rows = (await test.store.query({ sql, params: [] }, ['spec'])) as [number, number, number][];
  return rows.filter(([n]) => n <= last).sort(([a], [b]) => a - b);
}

const expectedUntil = (last: number) =>
  Array.from({ length: last + 1 }, (_, n) => n)
    .filter((n) => n % perBatch < 2)
    .map((n) => [n, n - (n % perBatch), size]);

describe('a process that is killed between its inserts and its commit', () => {
  it('leaves every acknowledged fact, each once, with its person, and none of erased people', async () => {
    const last = await appendThroughKills('id');
    expect(last).toBeGreaterThan(0);
    expect(await readFacts(last)).toEqual(expectedUntil(last));
  });

  it('would count them twice if activities had other ids each time', async () => {
    const last = await appendThroughKills('none');
    expect((await readFacts(last)).some(([, , count]) => count > size)).toBe(true);
  });
});

it('a server that is killed while processes insert loses nothing that it acknowledged, and counts nothing twice', async () => {
  const running = start(0, 'id', 1_000_000);
  for (let kill = 0; kill < 3; kill++) {
    await untilStored(running, 3);
    await server().kill();
    await sleep(Math.random() * 200);
    await server().start();
  }
  await untilStored(running, 2);
  running.child.kill('SIGKILL');
  await running.ended;
  const last = Math.max(...running.stored());
  // Control: the process noticed.
  expect(running.refused()).toBeGreaterThan(0);
  expect(await readFacts(last)).toEqual(expectedUntil(last));
});
