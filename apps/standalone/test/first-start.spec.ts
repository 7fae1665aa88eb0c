import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { freePorts } from '@tributary/testing/free-ports';
import { AppProcess } from '@tributary/testing/processes/processes';
import { findEmbeddedServer } from '@tributary/testing/processes/processes-embedded';
import { programOf } from '@tributary/testing/processes/processes-program';
import { welcome } from '../src/welcome.js';

const directory = mkdtempSync(path.join(tmpdir(), 'tributary-first-start-'));
const dataDir = path.join(directory, 'data');
let standalone: AppProcess;

beforeAll(async () => (standalone = await start()));

afterAll(async () => {
  await standalone.stop();
  rmSync(directory, { recursive: true });
});

async function start(more: Record<string, string> = {}): Promise<AppProcess> {
  const [port] = await freePorts(1);
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'info', ...more };
  const program = { ...programOf('standalone', env, directory), embeddedData: dataDir };
  const started = new AppProcess(program, `http://127.0.0.1:${port}`);
  await started.start();
  return started;
}

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

it('A stop that does not end is cut off after SHUTDOWN_TIMEOUT_MS, with code 1 (control: the stop above has three minutes)', async () => {
  const hurried = await start({ SHUTDOWN_TIMEOUT_MS: '1000' });
  const { pid } = findEmbeddedServer(dataDir);
  process.kill(pid, 'SIGSTOP');
  try {
    expect(await hurried.terminate()).toBe(1);
    expect(output().trim().split('\n').at(-1)).toBe('the shutdown took too long');
  } finally {
    process.kill(pid, 'SIGCONT');
    await hurried.stop();
  }
});
