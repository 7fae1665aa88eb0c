import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Received } from '@tributary/bus/messages/message';
import type { ActivitiesStored } from '@tributary/contracts/tracking/activity';
import { startOver } from '../src/duckdb/duckdb-file.js';
import { numberedMessage } from './numbered-messages.mjs';
import { openStore } from './stores.js';

type Identity = 'id' | 'position' | 'none';
interface Work {
  first: number;
  last: number;
  size: number;
  identity: Identity;
  refusals?: number;
  channelBytes?: number;
  people?: boolean;
}

const perBatch = 3;
const kills = 6;

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'facts-'));
  file = path.join(directory, 'facts.duckdb');
});
afterEach(() => rm(directory, { recursive: true }));

/** Runs the appending process, with a limit on the file size in kilobytes if given. */
function start(work: Work, limit?: number) {
  const script = path.join(import.meta.dirname, 'append-messages.mjs');
  const args = [script, JSON.stringify({ path: file, perBatch, refusals: 1, ...work })];
  const command = `${limit ? `ulimit -f ${limit * 2}; ` : ''}exec "$0" "$@"`;
  const child = spawn('sh', ['-c', command, process.execPath, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const numbers = (word: string) =>
    lines.filter((line) => line.startsWith(word)).map((line) => Number(line.slice(word.length)));
  return { child, ended, stored: () => numbers('stored '), refused: () => numbers('refused ') };
}

/** The facts and the user points per message number, and the number of facts beyond `size` per message. */
async function readFacts(size = Infinity) {
  const { store, close } = await openStore({ path: file });
  const number = (id: string) => `('0x' || substr(${id}::varchar, 1, 8))::integer::double`;
  const text = `select ${number('activity_id')}, ${number('user_point_id')}, count(*)::double from facts group by 1, 2`;
  const rows = await store.query({ sql: text, params: [] }, ['spec']);
  await close();
  return {
    perMessage: new Map(rows.map(([n, , facts]) => [Number(n), Number(facts)])),
    owners: new Map(rows.map(([n, owner]) => [Number(n), Number(owner)])),
    duplicates: rows.reduce((sum, [, , facts]) => sum + Math.max(0, Number(facts) - size), 0),
  };
}

const missing = (until: number, found: Map<number, number>) =>
  Array.from({ length: until + 1 }, (_, n) => n).filter((n) => !found.has(n));

/**
 * Appends until it is killed at a random time, then restarts from earlier batches, like a bus that lost its last
 * commits.
 */
async function appendThroughKills(identity: Identity, size: number, people = false): Promise<number> {
  let stored = -1;
  for (let kill = 0; kill < kills; kill++) {
    const first = Math.max(0, stored + 1 - 4 * perBatch);
    const running = start({ first, last: 1_000_000, size, identity, people });
    while (running.stored().length < 5 && running.child.exitCode === null) await sleep(5);
    await sleep(Math.random() * 100);
    running.child.kill('SIGKILL');
    await running.ended;
    stored = Math.max(stored, ...running.stored());
  }
  return stored;
}

describe('a process that is killed while it appends', () => {
  it.each(['id', 'position'] as const)(
    'leaves every batch complete or absent, and none twice, recognizing messages by %s',
    async (identity) => {
      const size = 500;
      const stored = await appendThroughKills(identity, size);
      const { perMessage, duplicates } = await readFacts(size);
      expect(duplicates).toBe(0);
      expect(new Set(perMessage.values())).toEqual(new Set([size]));
      // All acknowledged batches, and at most the one that was being written at the last kill.
      expect(missing(stored, perMessage)).toEqual([]);
      expect([stored + 1, stored + 1 + perBatch]).toContain(perMessage.size);
    },
  );

  it('leaves each fact with the final survivor, and none of erased people', async () => {
    const size = 200;
    const stored = await appendThroughKills('id', size, true);
    const { perMessage, owners, duplicates } = await readFacts(size);
    expect(duplicates).toBe(0);
    expect(new Set(perMessage.values())).toEqual(new Set([size]));
    const acknowledged = Array.from({ length: stored + 1 }, (_, n) => n);
    const expected = acknowledged.filter((n) => n % perBatch < 2).map((n) => [n, n - (n % perBatch)]);
    expect([...owners].filter(([n]) => n <= stored).sort(([a], [b]) => a - b)).toEqual(expected);
  });

  it('would count redeliveries twice if it did not recognize them', async () => {
    await appendThroughKills('none', 500);
    expect((await readFacts(500)).duplicates).toBeGreaterThan(0);
  });
});

it('a second process cannot open the file, and the first continues', async () => {
  const running = start({ first: 0, last: 1_000_000, size: 10, identity: 'id' });
  while (running.stored().length === 0 && running.child.exitCode === null) await sleep(5);
  await expect(openStore({ path: file })).rejects.toThrow(/Could not set lock/);
  await expect(startOver(file)).rejects.toThrow(/Could not set lock/);
  const stored = running.stored().length;
  while (running.stored().length === stored && running.child.exitCode === null) await sleep(5);
  expect(running.child.exitCode).toBeNull();
  running.child.kill('SIGKILL');
  await running.ended;
  expect((await readdir(directory)).filter((name) => name.includes('damaged'))).toEqual([]);
  expect((await readFacts()).perMessage.size).toBeGreaterThan(stored);
});

describe('a full disk', () => {
  const size = 500;
  const last = 14;
  const resend = (work: Work): Received<ActivitiesStored>[] =>
    Array.from({ length: last + 1 }, (_, n) => numberedMessage(n, work));

  it.each([
    ['the write-ahead log cannot grow', 4_000, 4],
    ['the write-ahead log cannot be moved into the file', 20_000, 2_000],
  ])(
    'refuses messages that it cannot write, and counts them once when they are sent again: %s',
    async (_case, limit, channelBytes) => {
      const work: Work = { first: 0, last: 1_000, size, identity: 'id', refusals: 4, channelBytes };
      const running = start(work, limit);
      expect(await running.ended).toBe(0);
      expect(running.refused()).toHaveLength(4);
      const { store, close } = await openStore({ path: file });
      await store.storeActivities(resend(work));
      await close();
      const { perMessage, duplicates } = await readFacts(size);
      expect(duplicates).toBe(0);
      expect(new Set(perMessage.values())).toEqual(new Set([size]));
      expect(missing(Math.max(last, ...running.stored()), perMessage)).toEqual([]);
    },
  );

  it('refuses nothing while there is space', async () => {
    const running = start({ first: 0, last, size, identity: 'id' });
    expect(await running.ended).toBe(0);
    expect([running.refused(), running.stored().at(-1)]).toEqual([[], last]);
  });
});
