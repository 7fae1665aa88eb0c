import { describe, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { anActivity, postActivity } from '@tributary/testing/load/load';
import { randomUUID } from 'node:crypto';
import { DistributedSuite } from '../suite/distributed-suite.js';

/** The documented limit of 2 s, plus 1 s because a machine of two cores also starts a broker at this time. */
const refusedWithinMs = 3_000;

const suite = new DistributedSuite();
const { step } = suite;

const postOne = () => postActivity(suite.platform, anActivity(randomUUID(), 'outage', 1));

describe('while the broker is down', () => {
  step('collecting soon answers 503 with Retry-After, and no acknowledged activity is lost', async () => {
    const { load } = suite.scenario;
    const during = async () => {
      for (let attempt = 0; attempt < 3; attempt++) {
        const { status, body, retryAfter } = await postOne();
        expect({ status, body: JSON.parse(body) as unknown }).toMatchObject({
          status: 503,
          body: { error_code: 'SERVICE_UNAVAILABLE' },
        });
        expect(Number(retryAfter)).toBeGreaterThan(0);
      }
    };
    await suite.scenario.runThroughFault({ ...suite.outageOf('kafka'), during });
    expect(load.slowestMs).toBeLessThanOrEqual(refusedWithinMs);
    await suite.scenario.expectExactlyOnce();
  });

  step('reports continue', async () => {
    await suite.stores.kafka.kill();
    try {
      const { sessions } = await suite.scenario.report();
      expect(sessions).toBe(suite.scenario.load.acknowledged.size);
    } finally {
      await suite.stores.kafka.start();
    }
    // The gateway recovers by itself: the request that failed during the outage succeeds.
    await eventually(async () => expect(await postOne()).toMatchObject({ status: 200 }));
  });
});

describe('while the database is down', () => {
  step('collecting and reports continue, and the collected activities are stored once after the outage', async () => {
    const during = async () => {
      await suite.scenario.load.untilAcknowledged(1_000);
      expect((await suite.scenario.report()).sessions).toBeGreaterThan(0);
      // Control: the check fails while nothing can be stored.
      await expect(suite.scenario.discrepancies()).rejects.toThrow();
    };
    await suite.scenario.runThroughFault({ ...suite.outageOf('postgres'), during });
    await suite.scenario.expectExactlyOnce();
  });
});
