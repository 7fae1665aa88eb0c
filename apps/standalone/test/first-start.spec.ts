import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { freePorts } from '@tributary/testing/kafka/kafka-ports';
import { AppProcess } from '@tributary/testing/processes/processes';
import { programOf } from '@tributary/testing/processes/processes-program';
import { welcome } from '../src/welcome.js';

const directory = mkdtempSync(path.join(tmpdir(), 'tributary-first-start-'));
const dataDir = path.join(directory, 'data');
let standalone: AppProcess;

beforeAll(async () => {
  const [port] = await freePorts(1);
  const program = programOf('standalone', { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'info' }, directory);
  standalone = new AppProcess({ ...program, embeddedData: dataDir }, `http://127.0.0.1:${port}`);
  await standalone.start();
});

afterAll(async () => {
  await standalone.stop();
  rmSync(directory, { recursive: true });
});

const output = () => readFileSync(path.join(directory, 'standalone.log'), 'utf8');
const logged = () =>
  (output().match(/^\{.*\}$/gm) ?? []).map((line) => JSON.parse(line) as { level: number; msg: string });

it('A first start prints the welcome, and logs no warning', async () => {
  // The last of what a first start does by itself.
  await eventually(() => expect(logged().map(({ msg }) => msg)).toContainEqual(expect.stringMatching(/backfill/i)));
  expect(await standalone.terminate()).toBe(0);
  expect(logged().filter(({ level }) => level >= 40)).toEqual([]);
  const token = /tby_\S+/.exec(output())?.[0];
  expect(output().replaceAll(/^\{.*\}\n/gm, '')).toBe(
    welcome({ url: standalone.url ?? '', dataDir, token, console: true }),
  );
});
