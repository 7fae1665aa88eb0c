import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Stores, startStores } from '@tributary/testing/containers';
import { eventually } from '@tributary/testing/eventually';
import { anActivity, postActivity } from '@tributary/testing/load';
import { type Platform, startPlatform } from '@tributary/testing/processes-platform';
import { randomUUID } from 'node:crypto';
import { Scenario } from './scenario.js';
import { stepsOn, suiteTimeoutMs } from './step.js';

/** The gateway gives up after 2 s; the rest is for a machine that has other things to do. */
const refusedWithinMs = 6_000;

let stores: Stores;
let platform: Platform;
let scenario: Scenario;

beforeAll(async () => {
  stores = await startStores();
  platform = await startPlatform({ shape: 'distributed', stores });
  scenario = new Scenario(platform, () => stores.databaseUrl);
}, suiteTimeoutMs);

afterAll(async () => {
  await platform?.stop();
  await stores?.stop();
}, suiteTimeoutMs);

const step = stepsOn(() => platform);

async function timed() {
  const start = Date.now();
  const answer = await postActivity(platform, anActivity(randomUUID(), 'outage', 1));
  return { ...answer, elapsedMs: Date.now() - start };
}

describe('while the broker is down', () => {
  step('collection answers 503 with Retry-After soon, and nothing acknowledged is lost', async () => {
    const meanwhile = async () => {
      for (let attempt = 0; attempt < 3; attempt++) {
        const { status, body, retryAfter, elapsedMs } = await timed();
        expect({ status, body: JSON.parse(body) as unknown }).toMatchObject({
          status: 503,
          body: { error_code: 'SERVICE_UNAVAILABLE' },
        });
        expect(Number(retryAfter)).toBeGreaterThan(0);
        expect(elapsedMs).toBeLessThan(refusedWithinMs);
      }
    };
    await scenario.endure({ strike: () => stores.kafka.kill(), meanwhile, repair: () => stores.kafka.start() });
    await scenario.expectExactlyOnce();
  });

  step('reports go on', async () => {
    await stores.kafka.kill();
    try {
      const { sessions } = await scenario.report();
      expect(sessions).toBe(scenario.load.acknowledged.size);
    } finally {
      await stores.kafka.start();
    }
    // The same request as during the outage: the gateway has come back by itself.
    await eventually(async () => expect(await timed()).toMatchObject({ status: 200 }));
  });
});

describe('while the database is down', () => {
  step('collection and reports go on, and what was collected is stored once it is back', async () => {
    const meanwhile = async () => {
      await scenario.load.flows(1_000);
      expect((await scenario.report()).sessions).toBeGreaterThan(0);
      // The control: the check cannot pass while nothing can be stored.
      await expect(scenario.discrepancies()).rejects.toThrow();
    };
    await scenario.endure({ strike: () => stores.postgres.kill(), meanwhile, repair: () => stores.postgres.start() });
    await scenario.expectExactlyOnce();
  });
});
