import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { freePorts } from '@tributary/testing/kafka/kafka-ports';
import { AppProcess } from '@tributary/testing/processes/processes';
import { FreshClone } from './fresh-clone.js';

/** A start compiles the whole product, on a machine that runs other specs at the same time. */
const startMs = 300_000;

const directory = mkdtempSync(path.join(tmpdir(), 'tributary-start-'));
const clone = new FreshClone(path.join(directory, 'clone'));
const started: AppProcess[] = [];

afterAll(async () => {
  await Promise.all(started.map((one) => one.stop()));
  rmSync(directory, { recursive: true });
}, startMs);

/** `npm start` in the clone, with data and a port of its own. */
async function start(name: string): Promise<AppProcess> {
  const [port] = await freePorts(1);
  const dataDirectory = path.join(directory, `data-${name}`);
  const env = { PATH: `${clone.npmDirectory}:${process.env['PATH']}`, PORT: String(port), DATA_DIR: dataDirectory };
  const program = { name, args: [clone.start], env, logDirectory: directory, embeddedData: dataDirectory };
  const one = new AppProcess(program, `http://127.0.0.1:${port}`);
  started.push(one);
  one.launch();
  return one;
}

async function isReady(one: AppProcess): Promise<void> {
  const outcome = await eventually(
    async () => (one.isRunning ? (await fetch(new URL('/health/ready', one.url))).status : one.log()),
    { within: startMs },
  );
  expect(outcome).toBe(200);
}

describe('two starts of a checkout at the same moment', () => {
  it(
    'install once in a fresh clone and become ready, even after a start that was killed while it installed',
    async () => {
      const killed = await start('killed');
      await eventually(() => expect(clone.installations()).toEqual(['begin']));
      await killed.kill();
      const pair = await Promise.all([start('first'), start('second')]);
      // For the npm of the killed start, which still runs and completes the installation.
      await eventually(() => pair.map((one) => expect(one.log()).toContain('waiting for it')));
      clone.finishInstallations();
      await Promise.all(pair.map(isReady));
      expect(clone.installations()).toEqual(['begin', 'end']);
      await Promise.all(pair.map((one) => one.stop()));
    },
    2 * startMs,
  );

  it(
    'become ready on a finished build, and leave it as it is',
    async () => {
      const before = clone.build();
      expect(before.length).toBeGreaterThan(1_000);
      const pair = await Promise.all([start('first'), start('second')]);
      await Promise.all(pair.map(isReady));
      expect(clone.build()).toEqual(before);
    },
    startMs,
  );
});
