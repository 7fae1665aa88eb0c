import { describe, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { anActivity, postActivity } from '@tributary/testing/load';
import { randomUUID } from 'node:crypto';
import { DistributedSuite } from './distributed-suite.js';

/** The 2 s that are promised, and 1 s in which a machine of two cores that starts a broker too does something else. */
const refusedWithinMs = 3_000;

const suite = new DistributedSuite();
const { step } = suite;

const postOne = () => postActivity(suite.platform, anActivity(randomUUID(), 'outage', 1));

describe('while the broker is down', () => {
  step('collection answers 503 with Retry-After soon, and nothing acknowledged is lost', async () => {
    const { load } = suite.scenario;
    const meanwhile = async () => {
      for (let attempt = 0; attempt < 3; attempt++) {
        const { status, body, retryAfter } = await postOne();
        expect({ status, body: JSON.parse(body) as unknown }).toMatchObject({
          status: 503,
          body: { error_code: 'SERVICE_UNAVAILABLE' },
        });
        expect(Number(retryAfter)).toBeGreaterThan(0);
      }
    };
    await suite.scenario.endure({ ...suite.outageOf('kafka'), meanwhile });
    expect(load.slowestMs).toBeLessThanOrEqual(refusedWithinMs);
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
    await eventually(async () => expect(await postOne()).toMatchObject({ status: 200 }));
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
