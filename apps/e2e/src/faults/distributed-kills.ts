import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { anActivity, postActivity } from '@tributary/testing/load/load';
import type { AppName } from '@tributary/testing/processes/processes-platform';
import { randomUUID } from 'node:crypto';
import type { DistributedSuite } from '../suite/distributed-suite.js';
import { findRepeatedly } from '@tributary/testing/time-limit';
import { ConsentHistory } from './consent-history.js';

/** A refusal takes the documented 2 s, and a second more on a machine that also works for the suite. */
const refusedWithinMs = 3_000;

/** Each process and each store is killed under load, and comes back. */
export function distributedKills(suite: DistributedSuite): void {
  const { step } = suite;
  const restart = (name: AppName) => ({
    inject: () => suite.platform.process(name).kill(),
    repair: () => suite.platform.process(name).start(),
  });

  step('stores and reports every acknowledged activity once: the gateway', async () => {
    const resent = suite.scenario.load.resent;
    await suite.scenario.runThroughFault(restart('gateway'));
    expect(suite.scenario.load.resent).toBeGreaterThan(resent);
    await suite.scenario.expectExactlyOnce();
  });

  step('… tracking-ingest: collecting continues, and the check finds activities that are not stored yet', async () => {
    const during = async () => {
      await suite.scenario.load.untilAcknowledged();
      expect((await suite.scenario.discrepancies()).lost).not.toEqual([]);
    };
    await suite.scenario.runThroughFault({ ...restart('tracking-ingest'), during });
    await suite.scenario.expectExactlyOnce();
  });

  step('… analytics: collecting continues, and reports answer 503', async () => {
    const during = async () => {
      await suite.scenario.load.untilAcknowledged();
      await expect(suite.scenario.report()).rejects.toThrow('the report answers 503');
    };
    await suite.scenario.runThroughFault({ ...restart('analytics'), during });
    await suite.scenario.expectExactlyOnce();
  });

  /** Lets the broker be down under load. @returns the longest time until a request of the load was answered or failed. */
  async function slowestWithoutBroker(): Promise<{ undisturbedMs: number; withoutMs: number }> {
    const { scenario } = suite;
    const { load } = scenario;
    const { sessions: known } = await scenario.report();
    const { inject, repair } = suite.outageOf('kafka');
    const first = load.times.length;
    let [injected, repaired] = [0, 0];
    await scenario.runThroughFault({
      inject: () => {
        injected = load.times.length;
        return inject();
      },
      during: async () => {
        const { resent } = load;
        for (let request = 0; request < 3; request++) await expectRefused();
        expect((await scenario.report()).sessions).toBeGreaterThanOrEqual(known);
        await eventually(() => expect(load.resent).toBeGreaterThan(resent));
        repaired = load.times.length;
      },
      repair,
    });
    return {
      undisturbedMs: Math.max(...load.times.slice(first, injected)),
      withoutMs: Math.max(...load.times.slice(injected, repaired)),
    };
  }

  async function expectRefused(): Promise<void> {
    const { status, body, retryAfter } = await postActivity(suite.platform, anActivity(randomUUID(), 'outage', 1));
    expect({ status, body: JSON.parse(body) as unknown }).toMatchObject({
      status: 503,
      body: { error_code: 'SERVICE_UNAVAILABLE' },
    });
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }

  step('… the broker: collecting soon answers 503 with Retry-After, and reports continue', async () => {
    const late = await findRepeatedly(async () => {
      const { undisturbedMs, withoutMs } = await slowestWithoutBroker();
      return withoutMs <= refusedWithinMs + undisturbedMs ? [] : [{ undisturbedMs, withoutMs }];
    });
    expect(late).toEqual([]);
    await suite.scenario.expectExactlyOnce();
  });

  step('… PostgreSQL: collecting and reports continue, and no check passes', async () => {
    const during = async () => {
      await suite.scenario.load.untilAcknowledged(400);
      expect((await suite.scenario.report()).sessions).toBeGreaterThan(0);
      // Control: the check fails while nothing can be stored.
      await expect(suite.scenario.discrepancies()).rejects.toThrow();
    };
    await suite.scenario.runThroughFault({ ...suite.outageOf('postgres'), during });
    await suite.scenario.expectExactlyOnce();
  });

  step('stores exactly the activities that choices permit, however often processes are killed', async () => {
    const history = await ConsentHistory.start(suite.platform);
    for (const name of ['tracking-ingest', 'gateway', 'admin'] as const) {
      await history.progress();
      await suite.platform.process(name).kill();
      await suite.platform.process(name).start();
    }
    await suite.outageOf('postgres').inject();
    await suite.outageOf('postgres').repair();
    await history.progress();
    await history.expectOutcomes();
  });
}
