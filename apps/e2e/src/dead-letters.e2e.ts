import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { activityReceived } from '@tributary/contracts/topics';
import { eventually } from '@tributary/testing/eventually';
import { replay } from '@tributary/testing/load-replay';
import { findEmbeddedServer } from '@tributary/testing/processes-embedded';
import { type Platform, startPlatform } from '@tributary/testing/processes-platform';
import { Client } from './client.js';
import { DistributedSuite } from './distributed-suite.js';
import { tributaryPrints } from './operator.js';
import { Poison } from './poison.js';
import { stepsOn, suiteTimeoutMs } from './step.js';

/** Given up, listed, replayed in vain, mended, replayed: stored once. */
async function overcome(poison: Poison): Promise<void> {
  await poison.whileRefused(async () => {
    await poison.send();
    await expectListed(poison);
    // The control: as long as the cause is there a replay changes nothing, but that it is noted.
    await poison.replay('--all');
    await poison.expectBack();
    expect(await poison.storedTimes()).toBe(0);
  });
  expect(await poison.replay('--all', '--dry-run')).toMatch(/Would replay [1-9]/);
  expect(await poison.storedTimes()).toBe(0);
  expect(await poison.replay('--id', poison.messageId)).toMatch(/Replayed [1-9]/);
  await poison.expectStored(1);
  await poison.expectAllReplayed();
}

/** Its value only when it is asked for. */
async function expectListed(poison: Poison): Promise<void> {
  const listed = await poison.list();
  expect(listed).toContain(`id ${poison.messageId}`);
  expect(listed).toContain('this one is refused');
  expect(listed).not.toContain('$unique_key');
  expect(await poison.list('--show')).toContain('$unique_key');
}

describe('an activity that six processes could not store', () => {
  const suite = new DistributedSuite();
  let poison: Poison;

  suite.step('waits among the dead letters, and is stored once when it is replayed', async () => {
    const { platform, stores } = suite;
    poison = new Poison(platform, () => stores.databaseUrl, { KAFKA_BROKERS: stores.brokers.join(',') });
    await overcome(poison);
  });

  suite.step('is not replayed twice, and would be stored once all the same', async () => {
    expect(await poison.tryReplay('--id', poison.messageId)).toMatchObject({
      ...{ code: 1, complaints: expect.stringContaining('No such letter') },
    });
    expect(await replay(suite.stores.brokers, activityReceived.name)).toBeGreaterThan(6);
    // What comes behind is stored: so the second delivery was handled.
    await poison.sendHealthy();
    expect(await poison.storedTimes()).toBe(1);
  });

  suite.step('an operator who is locked out makes a token, which works at once', async () => {
    const env = { DATABASE_URL: suite.stores.databaseUrl };
    const token = (await tributaryPrints(env, 'admin', 'make-token', 'admin@localhost')).trim();
    expect(await new Client(suite.platform.url, token).get('/connected_user')).toMatchObject({ id: '1' });
    await new Client(suite.platform.url, `${token.slice(0, -1)}x`).refused(
      ...([401, 'TOKEN_ERROR', 'GET', '/connected_user'] as const),
    );
  });

  suite.step('a broker that is not there is named, and the command exits with 1', async () => {
    const outcome = await new Poison(suite.platform, () => '', { KAFKA_BROKERS: '127.0.0.1:1' }).tryReplay('--all');
    expect(outcome).toMatchObject({ code: 1, complaints: expect.stringContaining('127.0.0.1:1') });
  });
});

describe('an activity that the embedded product could not store', () => {
  let directory: string;
  let platform: Platform;
  let poison: Poison;
  const step = stepsOn(() => platform);
  const data = () => path.join(directory, 'data');
  const standalone = () => platform.process('standalone');

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'tributary-letters-'));
    platform = await startPlatform({ shape: 'embedded', dataDirectory: data() });
    poison = new Poison(platform, () => findEmbeddedServer(data()).url, { DATA_DIR: data() });
  }, suiteTimeoutMs);
  afterAll(async () => {
    await (platform as Platform | undefined)?.stop();
    await rm(directory, { recursive: true, force: true });
  }, suiteTimeoutMs);

  step('waits among the dead letters, and is stored once when it is replayed', () => overcome(poison));

  step('is taken up at the next start when the product is stopped', async () => {
    poison = new Poison(platform, () => findEmbeddedServer(data()).url, { DATA_DIR: data() });
    await poison.whileRefused(() => poison.send());
    expect(await standalone().terminate()).toBe(0);
    expect(await poison.replay('--all')).toMatch(/Replayed [1-9]/);
    await standalone().start();
    await poison.expectStored(1);
    await poison.expectAllReplayed();
    expect(await poison.storedTimes()).toBe(1);
  });

  step('an operator who is locked out makes a token while it is stopped', async () => {
    expect(await standalone().terminate()).toBe(0);
    const token = (await tributaryPrints({ DATA_DIR: data() }, 'standalone', 'make-token')).trim();
    await standalone().start();
    const client = new Client(platform.url, token);
    await eventually(async () => expect(await client.get('/connected_user')).toMatchObject({ id: '1' }));
  });
});
