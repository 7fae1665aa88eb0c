import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@tributary/runtime/logger';
import { eraseFromFile, printErasures, timeOf } from '../../src/erase-again/erasure-commands.js';
import { readLines, toLines } from '../../src/erasure-log/erasure-line.js';
import { ErasureLog } from '../../src/erasure-log/erasure-log.js';
import { newSecretsKey, openErasureKey, startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

let database: TrackingDatabase;
let directory: string;
const secretsKey = newSecretsKey();
let lines: string[];
let text: string;
beforeAll(async () => {
  database = await startTrackingDatabase();
  await database.dataSource.query('truncate erasure_key');
  const erasureKey = await openErasureKey(database.dataSource, secretsKey);
  const erasures = [1, 2].map((erasure_ts) => {
    return { datamart_id: '1', erasure_ts, identifier_mac: erasureKey.macOf(crypto.randomUUID()) };
  });
  text = toLines(erasures, erasureKey);
  lines = text.trimEnd().split('\n');
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-erasures-'));
});
afterAll(async () => {
  await database.stop();
  await rm(directory, { recursive: true });
});

const source = () => ({ url: database.postgres.url, secretsKey, logger: createLogger('tested', 'silent') });
const read = async (content: string | Buffer) => {
  const file = path.join(directory, crypto.randomUUID());
  await writeFile(file, content);
  return eraseFromFile(source(), file);
};
const first = () => lines[0] ?? '';

describe('erase-again reads a file of erasures', () => {
  it('and counts them', async () => {
    expect(await read(text)).toEqual({ erasures: 2, people: 0 });
  });

  it.each([
    ['at its end', () => `${text}{"key":"ab`],
    ['at its very end', () => `${text}{`],
    ['before what was written after a restart', () => `{"key":"ab\n${text}`],
    ['twice', () => `{"key":"ab\n{"key":"abcd1234","datamart_id":"1"\n${text}`],
    ['with zeros of a block that was not written', () => `${first().slice(0, 50)}\0\0\0${first().slice(60)}\n${text}`],
    ['with zeros only', () => `${text}\0\0\0`],
  ])('that a crash has cut off %s', async (_where, content) => {
    expect(await read(content())).toEqual({ erasures: 2, people: 0 });
  });

  it.each([
    ['of a shell that writes UTF-16', () => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'line 1 is'],
    ['that is compressed', () => gzipSync(text.repeat(100)), 'line 1 is'],
    ['that is a dump', () => '--\n-- PostgreSQL database dump\n--\n', 'line 1 is'],
    ['with a message of a tool in it', () => `${first()}\nwarning: something\n${text}`, 'line 2 is'],
    ['with a damaged line', () => `\n${text}\n${first().replace('datamart_id', 'datamart_ix')}\n`, 'line 5 is'],
    ['with a line that is damaged beyond JSON', () => `${first().replace(',', ' ')}\n${text}`, 'line 1 is'],
    ['with a line that is broken into two', () => `${first().slice(0, 50)}\n${first().slice(50)}\n`, 'line 2 is'],
    ['that is empty', () => '', 'no erasure is in'],
    ['whose only line is cut off', () => first().slice(0, 50), 'no erasure is in'],
  ])('but none %s', async (_case, content, message) => {
    await expect(read(content())).rejects.toThrow(message);
  });

  it('with the number of a line behind those that were read before', () => {
    expect(() => readLines(['x'], { macOf: () => '' }, 50_001)).toThrow('line 50001 is');
  });
});

describe('the log of erasures', () => {
  const many = (erasure_ts: number) =>
    Array.from({ length: 20_000 }, () => ({ datamart_id: '1', erasure_ts, identifier_mac: crypto.randomUUID() }));

  it('writes one batch after another, megabytes at once', async () => {
    const { dataSource } = database;
    const key = await openErasureKey(dataSource, secretsKey);
    const file = path.join(directory, 'log');
    const log = new ErasureLog(file, key, dataSource, () => {});
    const batches = [1, 2, 3, 4].map(many);
    await Promise.all(batches.map(log.append));
    const whole = batches.map((batch) => `\n${toLines(batch, key)}`).join('');
    // No difference is printed: of megabytes it takes minutes.
    expect((await readFile(file, 'utf8')) === whole).toBe(true);
  });

  it('writes on after a write that has failed', async () => {
    const { dataSource } = database;
    const key = await openErasureKey(dataSource, secretsKey);
    const folder = path.join(directory, 'folder');
    const file = path.join(folder, 'log');
    const log = new ErasureLog(file, key, dataSource, () => {});
    const batch = many(1).slice(0, 1);
    await expect(log.append(batch)).rejects.toThrow('ENOENT');
    await mkdir(folder);
    await log.append(batch);
    expect(await readFile(file, 'utf8')).toBe(`\n${toLines(batch, key)}`);
  });
});

describe('the argument of erase-again', () => {
  it('is a time', () => {
    expect(timeOf('2026-01-31T13:00:00Z')).toBe(Date.UTC(2026, 0, 31, 13));
  });

  it.each(['/var/backups/erasures.1', 'erasures-2026-01-31', '2026-01-31.ndjson', '2026-01-31', '1', ''])(
    'or a file: %s',
    (file) => {
      expect(timeOf(file)).toBeNaN();
    },
  );

  it('is refused if there is no such file, with its name', async () => {
    await expect(eraseFromFile(source(), '/var/backups/erasures.1')).rejects.toThrow('no file /var/backups/erasures.1');
  });

  it('is only a time for the command that writes the file', async () => {
    await expect(printErasures(source(), '/var/backups/erasures.1', () => {})).rejects.toThrow('erasures [time]');
  });
});
