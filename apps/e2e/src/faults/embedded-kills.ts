import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { embeddedProcess } from '@tributary/testing/processes/processes-platform';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { anActivity, postActivity } from '@tributary/testing/load/load';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PluginHistory } from '../plugins/plugin-history.js';
import type { EmbeddedSuite } from '../suite/embedded-suite.js';
import { ConsentHistory } from './consent-history.js';

/** The process and its PostgreSQL end in every way. */
export function embeddedKills(suite: EmbeddedSuite): void {
  /** Restarts it with a preloaded script that injects faults into it. */
  async function restartWith(faults: Record<string, string>): Promise<void> {
    if (suite.standalone.isRunning) expect(await suite.standalone.terminate()).toBe(0);
    const preload = pathToFileURL(path.join(import.meta.dirname, 'inject-faults.mjs')).href;
    for (const name of ['FAULT', 'BLOCK_AT']) delete suite.standalone.program.env[name];
    Object.assign(suite.standalone.program.env, { NODE_OPTIONS: `--import ${preload}`, ...faults });
    await suite.standalone.start();
  }

  /** Sends an activity until it is answered 200. */
  async function untilAnswered(key: string): Promise<number> {
    const send = async () => {
      const { status } = await postActivity(suite.platform, anActivity(key, 'agent-of-poison', Date.now()));
      expect(status).toBe(200);
      return status;
    };
    // It ends two processes, each of which starts again.
    return eventually(send, { within: 600_000 });
  }

  suite.step('stores and reports every acknowledged activity once when only it is killed', async () => {
    const resent = suite.scenario.load.resent;
    const { pid } = suite.server;
    const inject = async () => {
      await suite.standalone.kill();
      expect(suite.server.pid).toBe(pid);
    };
    await suite.scenario.runThroughFault({ inject, repair: () => suite.standalone.start() });
    expect(suite.scenario.load.resent).toBeGreaterThan(resent);
    await suite.scenario.expectExactlyOnce();
  });

  suite.step('… when it is killed together with its database', async () => {
    const { pid } = suite.server;
    const inject = async () => {
      const exit = suite.standalone.kill();
      process.kill(pid, 'SIGKILL');
      await exit;
      expect(suite.standalone.isRunning).toBe(false);
      await eventually(() => expect(() => suite.server).toThrow('no PostgreSQL server is ready'));
    };
    await suite.scenario.runThroughFault({ inject, repair: () => suite.standalone.start() });
    await suite.scenario.expectExactlyOnce();
  });

  suite.step('… when its database is killed: it restarts the database by itself', async () => {
    const { pid } = suite.server;
    const inject = () => Promise.resolve(void process.kill(pid, 'SIGKILL'));
    const repair = () => eventually(() => expect(suite.server.pid).not.toBe(pid));
    await suite.scenario.runThroughFault({ inject, repair });
    await suite.scenario.expectExactlyOnce();
  });

  suite.step(
    'stores exactly the activities that choices permit and analyzers leave, however often it is killed',
    async () => {
      const history = await ConsentHistory.start(suite.platform);
      const analyzed = await PluginHistory.start(suite.platform);
      try {
        for (let kills = 0; kills < 4; kills++) {
          await history.progress();
          await suite.standalone.kill();
          await suite.standalone.start();
        }
        await history.progress();
        await Promise.all([analyzed.stop(), history.expectOutcomes()]);
        await analyzed.expectOutcomes(suite.databaseUrl());
        await analyzed.expectTraces(suite.databaseUrl());
      } finally {
        await analyzed.close();
      }
    },
  );

  suite.step('… on SIGTERM: it finishes the accepted work, and exits with 0', async () => {
    const inject = async () => expect(await suite.standalone.terminate()).toBe(0);
    await suite.scenario.runThroughFault({ inject, repair: () => suite.standalone.start() });
    await suite.scenario.expectExactlyOnce();
  });

  suite.step('… when nothing catches an error: it logs where, exits with 1, and leaves no server behind', async () => {
    const inject = async () => {
      const callbacks = ['a callback of gzip', 'a callback of randomBytes'];
      for (const fault of ['a timer', 'a promise', 'a worker', ...callbacks, 'a socket handler']) {
        await restartWith({ FAULT: fault });
        await suite.scenario.load.untilAcknowledged(20);
        process.kill(suite.standalone.pid ?? 0, 'SIGUSR2');
        expect([fault, await suite.standalone.exit()]).toEqual([fault, 1]);
        expect(suite.standalone.lastLogged()).toMatchObject({
          level: 60,
          stack: expect.stringContaining('inject-faults.mjs'),
        });
      }
      const { pid } = suite.server;
      await restartWith({ FAULT: 'a handler of its own' });
      expect(suite.server.pid).not.toBe(pid);
      expect(suite.standalone.log()).not.toContain('jane');
    };
    await suite.scenario.runThroughFault({ inject, repair: () => Promise.resolve() });
    // (control) An error that is caught ends nothing.
    process.kill(suite.standalone.pid ?? 0, 'SIGUSR2');
    await suite.scenario.expectExactlyOnce();
    expect(suite.standalone.isRunning).toBe(true);
  });

  suite.step(
    '… when an activity blocks its thread: it is ended twice, and then the activity is a dead letter',
    async () => {
      const poison = randomUUID();
      let restarts = 0;
      const inject = async () => {
        await restartWith({ BLOCK_AT: poison });
        for (
          const answer = untilAnswered(poison);
          (await Promise.race([answer, suite.standalone.exit()])) !== 200;
          restarts++
        ) {
          expect(suite.standalone.lastLogged()).toMatchObject({ level: 60, in_hand: [{ group: expect.any(String) }] });
          // The client may block it again before it is seen to be ready.
          suite.standalone.launch();
        }
      };
      await suite.scenario.runThroughFault({ inject, repair: () => restartWith({}) });
      expect(restarts).toBe(2);
      const deadLetters = await readFile(
        path.join(suite.dataDirectory, `dead-letters/${activityReceived.name}.dlq.ndjson`),
        'utf8',
      );
      const written = deadLetters
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string; reason: string });
      const reasons = written.filter(({ id }) => id === `1/${poison}`).map(({ reason }) => reason);
      // Several if the client has sent it again, because a busy machine answered too late.
      expect(reasons).not.toEqual([]);
      for (const reason of reasons) expect(reason).toContain('blocked the thread');
      await suite.scenario.expectExactlyOnce();
    },
  );

  suite.step('refuses a second process on the same data, and stays unharmed', async () => {
    const second = await embeddedProcess(
      path.join(suite.directory, 'second'),
      suite.dataDirectory,
      suite.platform.token,
    );
    second.launch();
    expect(await second.exit()).toBe(1);
    expect(second.log()).toMatch(/in use|already/i);
    await suite.scenario.runThroughFault({ inject: () => Promise.resolve(), repair: () => Promise.resolve() });
    await suite.scenario.expectExactlyOnce();
  });
}
