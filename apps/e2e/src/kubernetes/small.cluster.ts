import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { api } from '../journeys/api-journeys.js';
import { Client } from '../client/client.js';
import { RequestLoops } from '../rolling/rolling-loops.js';
import { Scenario } from '../suite/scenario.js';
import { hostAddress } from './cluster.js';
import { stepsIn } from './cluster-step.js';
import { confinementSteps } from './confinement-steps.js';
import { Installation } from './installation.js';
import { networkSteps } from './network-steps.js';
import { terminateAtRandom, terminatePod, podsOf, restartsOf } from './pods.js';
import { freezeStep, restartStep } from './probe-steps.js';

let small: Installation;
let scenario: Scenario;
const step = stepsIn(() => small);

beforeAll(async () => {
  small = await Installation.start('small');
  scenario = new Scenario(small.platform, () => small.databaseUrl);
});
afterAll(async () => {
  // Undefined if the start failed.
  await (small as Installation | undefined)?.cluster.stop();
});

describe('the pods of the overlay small', () => {
  step('become ready without a restart', async () => {
    const pods = await podsOf(small);
    expect(pods).toHaveLength(7);
    expect(pods.filter((pod) => restartsOf(pod) > 0)).toEqual([]);
  });

  describe('the API', () =>
    api(
      () => small.platform,
      () => small.stores.databaseUrl('tributary', 'postgresql.postgresql'),
      { host: hostAddress },
    ));

  confinementSteps(step, () => small);
  // The frozen pod is restarted after more than a minute. Meanwhile the steps of the network run, which use other pods.
  freezeStep(step, () => small);
  networkSteps(step, () => small);
  restartStep(step, () => small);
});

describe('under load', () => {
  step('(control) the check fails while nothing is stored', async () => {
    const scale = (replicas: number) => small.kubectl('scale', 'deployment/tracking-ingest', `--replicas=${replicas}`);
    const inject = async () => {
      await scale(0);
      await eventually(async () => expect(await podsOf(small, 'tracking-ingest')).toEqual([]));
    };
    const during = async () => {
      // Until the terminating pod stores no more.
      await eventually(async () => {
        await scenario.load.untilAcknowledged();
        expect((await scenario.discrepancies()).lost).not.toEqual([]);
      });
    };
    const repair = async () => {
      await scale(1);
      await small.untilRolledOut();
    };
    await scenario.runThroughFault({ inject, during, repair });
    await scenario.expectExactlyOnce();
  });

  describe('a restart of every workload', () => {
    let loops: RequestLoops;
    step('fails no request, except with a 503 with Retry-After', async () => {
      const { url, token } = small.platform;
      loops = await RequestLoops.inOwnTenants(new Client(url, token));
      const before = new Set((await podsOf(small)).map(({ metadata }) => metadata.uid));
      await loops.expectNoFailureDuring(scenario, () => small.restartAll());
      const after = await podsOf(small);
      expect(after.filter(({ metadata }) => before.has(metadata.uid))).toEqual([]);
    });
    step('… loses and duplicates no activity', () => scenario.expectExactlyOnce());
    step('… loses and duplicates nothing that was written or imported', () =>
      loops.expectAllWritten(small.databaseUrl),
    );
  });

  step('pods that are killed and deleted in random order lose and duplicate nothing', async () => {
    const { resent } = scenario.load;
    let order: string[] = [];
    const inject = async () => void (order = await terminateAtRandom(small));
    await scenario.runThroughFault({ inject, repair: () => Promise.resolve() });
    expect(scenario.load.resent).toBeGreaterThan(resent);
    await scenario.expectExactlyOnce().catch((error: unknown) => {
      throw new Error(`ended in this order: ${order.join(', ')}; ${String(error)}`, { cause: error });
    });
  });

  step('(control) a gateway that is deleted without time to finish leaves requests without a response', async () => {
    const unanswered = scenario.load.unanswered.length;
    await scenario.runThroughFault({
      inject: () => terminatePod(small, 'gateway', 'delete --now'),
      during: () => eventually(() => expect(scenario.load.unanswered.length).toBeGreaterThan(unanswered)),
      repair: () => small.untilRolledOut(),
    });
    await scenario.expectExactlyOnce();
  });
});
