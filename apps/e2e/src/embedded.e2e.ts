import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { queryDatabase } from '@tributary/testing/load-check';
import type { AppProcess } from '@tributary/testing/processes';
import { findEmbeddedServer } from '@tributary/testing/processes-embedded';
import { embeddedProcess, type Platform, startPlatform } from '@tributary/testing/processes-platform';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { journey } from './journey.js';
import { Scenario } from './scenario.js';
import { stepsOn, suiteTimeoutMs } from './step.js';

let directory: string;
let dataDirectory: string;
let platform: Platform;
let standalone: AppProcess;
let scenario: Scenario;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-embedded-'));
  dataDirectory = path.join(directory, 'data');
  platform = await startPlatform({ shape: 'embedded', dataDirectory });
  standalone = platform.process('standalone');
  scenario = new Scenario(platform, () => findEmbeddedServer(dataDirectory).url);
}, suiteTimeoutMs);

afterAll(async () => {
  await platform?.stop();
  await rm(directory, { recursive: true, force: true });
}, suiteTimeoutMs);

const step = stepsOn(() => platform);

describe('the whole product in one process', () => {
  describe('a client', () => journey(() => platform));

  step('stores and reports every acknowledged activity once when it is killed alone', async () => {
    const resent = scenario.load.resent;
    const { pid } = findEmbeddedServer(dataDirectory);
    const strike = async () => {
      await standalone.kill();
      expect(findEmbeddedServer(dataDirectory).pid).toBe(pid);
    };
    await scenario.endure({ strike, repair: () => standalone.start() });
    expect(scenario.load.resent).toBeGreaterThan(resent);
    await scenario.expectExactlyOnce();
  });

  step('… when it is killed together with its database', async () => {
    const { pid } = findEmbeddedServer(dataDirectory);
    const strike = async () => {
      const exit = standalone.kill();
      process.kill(pid, 'SIGKILL');
      await exit;
      expect(standalone.isRunning).toBe(false);
      await eventually(() => expect(() => findEmbeddedServer(dataDirectory)).toThrow('no PostgreSQL server is ready'));
    };
    await scenario.endure({ strike, repair: () => standalone.start() });
    await scenario.expectExactlyOnce();
  });

  step('… when its database is killed: it brings the database back by itself', async () => {
    const { pid } = findEmbeddedServer(dataDirectory);
    const strike = () => Promise.resolve(void process.kill(pid, 'SIGKILL'));
    const repair = () => eventually(() => expect(findEmbeddedServer(dataDirectory).pid).not.toBe(pid));
    await scenario.endure({ strike, repair });
    await scenario.expectExactlyOnce();
  });

  step('… when it is asked to end: it finishes what it has accepted, and exits with 0', async () => {
    const strike = async () => expect(await standalone.terminate()).toBe(0);
    await scenario.endure({ strike, repair: () => standalone.start() });
    await scenario.expectExactlyOnce();
  });

  step('refuses a second start on the same data, which harms nothing', async () => {
    const second = await embeddedProcess(path.join(directory, 'second'), dataDirectory, platform.token);
    second.launch();
    expect(await second.exit()).toBe(1);
    expect(second.log()).toMatch(/in use|already/i);
    await scenario.endure({ strike: () => Promise.resolve(), repair: () => Promise.resolve() });
    await scenario.expectExactlyOnce();
  });
});

describe('the check, at the end', () => {
  step('finds a row that is missing and one that is there twice', async () => {
    const { url } = findEmbeddedServer(dataDirectory);
    await queryDatabase(url, 'create table copied as select * from tracking_ingest.activities');
    const [lost, duplicated] = [...scenario.load.acknowledged.keys()];
    await queryDatabase(url, `delete from copied where activity_id = '${lost}'`);
    await queryDatabase(url, `insert into copied select * from copied where activity_id = '${duplicated}'`);
    expect(await scenario.discrepancies('copied')).toEqual({ lost: [lost], duplicated: [duplicated], unknown: [] });
  });
});
