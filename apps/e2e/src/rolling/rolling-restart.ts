import { beforeAll, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { ReplicatedSuite } from '../suite/replicated-suite.js';
import { Client } from '../client/client.js';
import { RequestLoops } from './rolling-loops.js';

/** Every process restarts in order. */
export function rollingRestart(suite: ReplicatedSuite): void {
  let loops: RequestLoops;

  beforeAll(async () => {
    loops = await RequestLoops.inOwnTenants(new Client(suite.fleet.url, suite.fleet.token));
  });

  suite.step('fails no request, except with a 503 with Retry-After', async () => {
    await loops.expectNoFailureDuring(suite.scenario, () => suite.replicated.restartAll());
  });

  suite.step('… loses and duplicates no activity', () => suite.scenario.expectExactlyOnce());

  suite.step('… loses and duplicates nothing that was written or imported', () =>
    loops.expectAllWritten(suite.pair.url),
  );

  suite.step('(control) a killed gateway leaves requests without a response', async () => {
    const { scenario, fleet } = suite;
    const gateways = fleet.of('gateway');
    const before = scenario.load.unanswered.length;
    await scenario.runThroughFault({
      inject: () => scenario.killAmidRequests(gateways[0]!, gateways),
      during: () => eventually(() => expect(scenario.load.unanswered.length).toBeGreaterThan(before)),
      repair: () => fleet.start(),
    });
    await scenario.expectExactlyOnce();
  });
}
