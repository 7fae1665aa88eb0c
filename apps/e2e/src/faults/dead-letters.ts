import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { Client } from '../client/client.js';
import type { DistributedSuite } from '../suite/distributed-suite.js';
import type { EmbeddedSuite } from '../suite/embedded-suite.js';
import { tributaryOutput } from '../suite/operator.js';
import { Poison } from './poison.js';

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

/**
 * An activity that seven processes could not store.
 *
 * @returns it, for the check after a second delivery of every message
 */
export function deadLettersDistributed(suite: DistributedSuite): () => Poison {
  let poison: Poison;

  suite.step('becomes a dead letter, and is stored once when it is replayed', async () => {
    const { platform, stores } = suite;
    poison = new Poison(platform, () => stores.databaseUrl, { KAFKA_BROKERS: stores.brokers.join(',') });
    await expectReplayedAfterFix(poison);
  });

  suite.step('is not replayed twice', async () => {
    expect(await poison.tryReplay('--id', poison.messageId)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('No such dead letter'),
    });
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

  return () => poison;
}

/** An activity that the embedded product could not store. */
export function deadLettersEmbedded(suite: EmbeddedSuite): void {
  const settings = () => ({ DATA_DIR: suite.dataDirectory });
  const newPoison = () => new Poison(suite.platform, suite.databaseUrl, settings());

  suite.step('becomes a dead letter, and is stored once when it is replayed', () =>
    expectReplayedAfterFix(newPoison()),
  );

  suite.step('is replayed at the next start if the product is stopped', async () => {
    const poison = newPoison();
    await poison.whileRefused(() => poison.send());
    expect(await suite.standalone.terminate()).toBe(0);
    expect(await poison.replay('--all')).toMatch(/Replayed [1-9]/);
    await suite.standalone.start();
    await poison.expectStored(1);
    await poison.expectAllReplayed();
    expect(await poison.storedTimes()).toBe(1);
  });

  suite.step('a locked-out operator creates a token while the product is stopped', async () => {
    expect(await suite.standalone.terminate()).toBe(0);
    const token = (await tributaryOutput(settings(), 'standalone', 'make-token')).trim();
    await suite.standalone.start();
    const client = new Client(suite.platform.url, token);
    await eventually(async () => expect(await client.get('/connected_user')).toMatchObject({ id: '1' }));
  });
}
