import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { replay } from '@tributary/testing/load/load-replay';
import { findEmbeddedServer } from '@tributary/testing/processes/processes-embedded';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { Client } from '../client/client.js';
import { DistributedSuite } from '../suite/distributed-suite.js';
import { tributaryOutput } from '../suite/operator.js';
import { Poison } from './poison.js';
import { stepsOn } from '../suite/step.js';

/** Expects a refused activity to become a dead letter, also after a replay. After the fix a replay stores it once. */
async function expectReplayedAfterFix(poison: Poison): Promise<void> {
  await poison.whileRefused(async () => {
    await poison.send();
    await expectListed(poison);
    // Control: while the cause exists, a replay changes nothing, except that it is recorded.
    await poison.replay('--all');
    await poison.expectPendingAgain();
    expect(await poison.storedTimes()).toBe(0);
  });
  expect(await poison.replay('--all', '--dry-run')).toMatch(/Would replay [1-9]/);
  expect(await poison.storedTimes()).toBe(0);
  expect(await poison.replay('--id', poison.messageId)).toMatch(/Replayed [1-9]/);
  await poison.expectStored(1);
  await poison.expectAllReplayed();
}

/** Expects the dead letter in the list, with its value only under --show. */
async function expectListed(poison: Poison): Promise<void> {
  const listed = await poison.list();
  expect(listed).toContain(`id ${poison.messageId}`);
  expect(listed).toContain('this one is refused');
  expect(listed).not.toContain('$unique_key');
  expect(await poison.list('--show')).toContain('$unique_key');
}

describe('an activity that seven processes could not store', () => {
  const suite = new DistributedSuite();
  let poison: Poison;

  suite.step('becomes a dead letter, and is stored once when it is replayed', async () => {
    const { platform, stores } = suite;
    poison = new Poison(platform, () => stores.databaseUrl, { KAFKA_BROKERS: stores.brokers.join(',') });
    await expectReplayedAfterFix(poison);
  });

  suite.step('is not replayed twice, and a second delivery would not store it twice', async () => {
    expect(await poison.tryReplay('--id', poison.messageId)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('No such dead letter'),
    });
    expect(await replay(suite.stores.brokers, activityReceived.name)).toBeGreaterThan(6);
    // Later activities are stored, so the second delivery was handled.
    await poison.sendHealthy();
    expect(await poison.storedTimes()).toBe(1);
  });

  suite.step('a locked-out operator creates a token, which works at once', async () => {
    const env = { DATABASE_URL: suite.stores.databaseUrl };
    const token = (await tributaryOutput(env, 'admin', 'make-token', 'admin@localhost')).trim();
    expect(await new Client(suite.platform.url, token).get('/connected_user')).toMatchObject({ id: '1' });
    await new Client(suite.platform.url, `${token.slice(0, -1)}x`).expectError(
      401,
      'TOKEN_ERROR',
      'GET',
      '/connected_user',
    );
  });

  suite.step('the command names an unreachable broker, and exits with 1', async () => {
    const outcome = await new Poison(suite.platform, () => '', { KAFKA_BROKERS: '127.0.0.1:1' }).tryReplay('--all');
    expect(outcome).toMatchObject({ code: 1, errors: expect.stringContaining('127.0.0.1:1') });
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
    directory = await mkdtemp(path.join(tmpdir(), 'tributary-dlq-'));
    platform = await startPlatform({ shape: 'embedded', dataDirectory: data() });
    poison = new Poison(platform, () => findEmbeddedServer(data()).url, { DATA_DIR: data() });
  });
  afterAll(async () => {
    await (platform as Platform | undefined)?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  step('becomes a dead letter, and is stored once when it is replayed', () => expectReplayedAfterFix(poison));

  step('is replayed at the next start if the product is stopped', async () => {
    poison = new Poison(platform, () => findEmbeddedServer(data()).url, { DATA_DIR: data() });
    await poison.whileRefused(() => poison.send());
    expect(await standalone().terminate()).toBe(0);
    expect(await poison.replay('--all')).toMatch(/Replayed [1-9]/);
    await standalone().start();
    await poison.expectStored(1);
    await poison.expectAllReplayed();
    expect(await poison.storedTimes()).toBe(1);
  });

  step('a locked-out operator creates a token while the product is stopped', async () => {
    expect(await standalone().terminate()).toBe(0);
    const token = (await tributaryOutput({ DATA_DIR: data() }, 'standalone', 'make-token')).trim();
    await standalone().start();
    const client = new Client(platform.url, token);
    await eventually(async () => expect(await client.get('/connected_user')).toMatchObject({ id: '1' }));
  });
});
