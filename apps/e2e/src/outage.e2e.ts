import { describe, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { anActivity, postActivity } from '@tributary/testing/load';
import { randomUUID } from 'node:crypto';
import { DistributedSuite } from './distributed-suite.js';

/** The gateway gives up after 2 s; the rest is for a machine that has other things to do. */
const refusedWithinMs = 6_000;

const suite = new DistributedSuite();
const { step } = suite;

async function timed() {
  const start = Date.now();
  const answer = await postActivity(suite.platform, anActivity(randomUUID(), 'outage', 1));
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
    await suite.scenario.endure({ ...suite.outageOf('kafka'), meanwhile });
    await suite.scenario.expectExactlyOnce();
  });

  step('reports go on', async () => {
    await suite.stores.kafka.kill();
    try {
      const { sessions } = await suite.scenario.report();
      expect(sessions).toBe(suite.scenario.load.acknowledged.size);
    } finally {
      await suite.stores.kafka.start();
    }
    // The same request as during the outage: the gateway has come back by itself.
    await eventually(async () => expect(await timed()).toMatchObject({ status: 200 }));
  });
});

describe('while the database is down', () => {
  step('collection and reports go on, and what was collected is stored once it is back', async () => {
    const meanwhile = async () => {
      await suite.scenario.load.flows(1_000);
      expect((await suite.scenario.report()).sessions).toBeGreaterThan(0);
      // The control: the check cannot pass while nothing can be stored.
      await expect(suite.scenario.discrepancies()).rejects.toThrow();
    };
    await suite.scenario.endure({ ...suite.outageOf('postgres'), meanwhile });
    await suite.scenario.expectExactlyOnce();
  });
});
