import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import type { AppProcess } from '@tributary/testing/processes/processes';
import { findEmbeddedServer } from '@tributary/testing/processes/processes-embedded';
import type { Platform } from '@tributary/testing/processes/platform';
import { embeddedProcess, startPlatform } from '@tributary/testing/processes/processes-platform';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { anActivity, postActivity } from '@tributary/testing/load/load';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { journey } from './activity-journey.js';
import { ConsentHistory } from './consent-history.js';
import { Scenario } from '../suite/scenario.js';
import { stepsOn } from '../suite/step.js';

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
});

afterAll(async () => {
  await platform?.stop();
  await rm(directory, { recursive: true, force: true });
});

const step = stepsOn(() => platform);

/** Restarts it with a preloaded script that injects faults into it. */
async function restartWith(faults: Record<string, string>): Promise<void> {
  if (standalone.isRunning) expect(await standalone.terminate()).toBe(0);
  const preload = pathToFileURL(path.join(import.meta.dirname, 'inject-faults.mjs')).href;
  for (const name of ['FAULT', 'BLOCK_AT']) delete standalone.program.env[name];
  Object.assign(standalone.program.env, { NODE_OPTIONS: `--import ${preload}`, ...faults });
  await standalone.start();
}

/** Sends an activity until it is answered 200. */
async function untilAnswered(key: string): Promise<number> {
  const send = async () => {
    const { status } = await postActivity(platform, anActivity(key, 'agent-of-poison', Date.now()));
    expect(status).toBe(200);
    return status;
  };
  return eventually(send, { within: 180_000 });
}

describe('the whole product in one process', () => {
  describe('a client', () => journey(() => platform));

  step('stores and reports every acknowledged activity once when only it is killed', async () => {
    const resent = scenario.load.resent;
    const { pid } = findEmbeddedServer(dataDirectory);
    const inject = async () => {
      await standalone.kill();
      expect(findEmbeddedServer(dataDirectory).pid).toBe(pid);
    };
    await scenario.runThroughFault({ inject, repair: () => standalone.start() });
    expect(scenario.load.resent).toBeGreaterThan(resent);
    await scenario.expectExactlyOnce();
  });

  step('… when it is killed together with its database', async () => {
    const { pid } = findEmbeddedServer(dataDirectory);
    const inject = async () => {
      const exit = standalone.kill();
      process.kill(pid, 'SIGKILL');
      await exit;
      expect(standalone.isRunning).toBe(false);
      await eventually(() => expect(() => findEmbeddedServer(dataDirectory)).toThrow('no PostgreSQL server is ready'));
    };
    await scenario.runThroughFault({ inject, repair: () => standalone.start() });
    await scenario.expectExactlyOnce();
  });

  step('… when its database is killed: it restarts the database by itself', async () => {
    const { pid } = findEmbeddedServer(dataDirectory);
    const inject = () => Promise.resolve(void process.kill(pid, 'SIGKILL'));
    const repair = () => eventually(() => expect(findEmbeddedServer(dataDirectory).pid).not.toBe(pid));
    await scenario.runThroughFault({ inject, repair });
    await scenario.expectExactlyOnce();
  });

  step('stores exactly the activities that choices permit, however often it is killed', async () => {
    const history = await ConsentHistory.start(platform);
    for (let kills = 0; kills < 4; kills++) {
      await history.progress();
      await standalone.kill();
      await standalone.start();
    }
    await history.progress();
    await history.expectOutcomes();
  });

  step('… on SIGTERM: it finishes the accepted work, and exits with 0', async () => {
    const inject = async () => expect(await standalone.terminate()).toBe(0);
    await scenario.runThroughFault({ inject, repair: () => standalone.start() });
    await scenario.expectExactlyOnce();
  });

  step('… when nothing catches an error: it logs where, exits with 1, and leaves no server behind', async () => {
    const inject = async () => {
      const callbacks = ['a callback of gzip', 'a callback of randomBytes'];
      for (const fault of ['a timer', 'a promise', 'a worker', ...callbacks, 'a socket handler']) {
        await restartWith({ FAULT: fault });
        await scenario.load.untilAcknowledged(20);
        process.kill(standalone.pid ?? 0, 'SIGUSR2');
        expect([fault, await standalone.exit()]).toEqual([fault, 1]);
        expect(standalone.lastLogged()).toMatchObject({
          level: 60,
          stack: expect.stringContaining('inject-faults.mjs'),
        });
      }
      const { pid } = findEmbeddedServer(dataDirectory);
      await restartWith({ FAULT: 'a handler of its own' });
      expect(findEmbeddedServer(dataDirectory).pid).not.toBe(pid);
      expect(standalone.log()).not.toContain('jane');
    };
    await scenario.runThroughFault({ inject, repair: () => Promise.resolve() });
    // (control) An error that is caught ends nothing.
    process.kill(standalone.pid ?? 0, 'SIGUSR2');
    await scenario.expectExactlyOnce();
    expect(standalone.isRunning).toBe(true);
  });

  step('… when an activity blocks its thread: it is ended twice, and then the activity is a dead letter', async () => {
    const poison = randomUUID();
    let restarts = 0;
    const inject = async () => {
      await restartWith({ BLOCK_AT: poison });
      for (
        const answer = untilAnswered(poison);
        (await Promise.race([answer, standalone.exit()])) !== 200;
        restarts++
      ) {
        expect(standalone.lastLogged()).toMatchObject({ level: 60, in_hand: [{ group: expect.any(String) }] });
        // The client may block it again before it is seen to be ready.
        standalone.launch();
      }
    };
    await scenario.runThroughFault({ inject, repair: () => restartWith({}) });
    expect(restarts).toBe(2);
    const deadLetters = await readFile(
      path.join(dataDirectory, `dead-letters/${activityReceived.name}.dlq.ndjson`),
      'utf8',
    );
    expect(
      deadLetters
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([expect.objectContaining({ id: `1/${poison}`, reason: expect.stringContaining('blocked the thread') })]);
    await scenario.expectExactlyOnce();
  });

  step('refuses a second process on the same data, and stays unharmed', async () => {
    const second = await embeddedProcess(path.join(directory, 'second'), dataDirectory, platform.token);
    second.launch();
    expect(await second.exit()).toBe(1);
    expect(second.log()).toMatch(/in use|already/i);
    await scenario.runThroughFault({ inject: () => Promise.resolve(), repair: () => Promise.resolve() });
    await scenario.expectExactlyOnce();
  });
});

describe('the check, at the end', () => {
  step('finds a missing row and a duplicate row', async () => {
    const { url } = findEmbeddedServer(dataDirectory);
    await queryDatabase(url, 'create table copied as select * from tracking_ingest.activities');
    const [lost, duplicated] = [...scenario.load.acknowledged.keys()];
    await queryDatabase(url, `delete from copied where activity_id = '${lost}'`);
    await queryDatabase(url, `insert into copied select * from copied where activity_id = '${duplicated}'`);
    expect(await scenario.discrepancies('copied')).toEqual({ lost: [lost], duplicated: [duplicated], unknown: [] });
  });
});
