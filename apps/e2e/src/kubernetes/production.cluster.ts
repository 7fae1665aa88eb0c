import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { importsJourney } from '../journeys/journey-imports.js';
import { trackingJourney } from '../journeys/journey-tracking.js';
import { Client } from '../client/client.js';
import { RequestLoops } from '../rolling/rolling-loops.js';
import { Scenario } from '../suite/scenario.js';
import { bucketCredentials, startBucket } from './bucket.js';
import { clickHouseSteps } from './clickhouse-steps.js';
import { stepsIn } from './cluster-step.js';
import { Installation } from './installation.js';
import { endpointsOf, isReady, podsOf, restartsOf } from './pods.js';
import { scalingSteps } from './scaling-steps.js';

let production: Installation;
let scenario: Scenario;
let bucket: Awaited<ReturnType<typeof startBucket>>;
const step = stepsIn(() => production);

beforeAll(async () => {
  production = await Installation.start('production', { 'import-files': bucketCredentials });
  bucket = await startBucket();
  scenario = new Scenario(production.platform, () => production.databaseUrl);
});
afterAll(async () => {
  // Undefined if the start failed.
  await (bucket as Awaited<ReturnType<typeof startBucket>> | undefined)?.stop();
  await (production as Installation | undefined)?.cluster.stop();
});

const replicas = {
  'activity-analysis': 2,
  admin: 2,
  analytics: 1,
  gateway: 3,
  'import-worker': 2,
  'tracking-ingest': 2,
  'warehouse-metadata': 2,
} as const;

describe('the pods of the overlay production', () => {
  step('become ready without a restart, as many as the manifests and autoscalers say', async () => {
    await eventually(
      async () => {
        for (const [service, count] of Object.entries(replicas)) {
          const pods = await podsOf(production, service as keyof typeof replicas);
          expect([service, pods.filter(isReady).length]).toEqual([service, count]);
        }
      },
      { within: 240_000, every: 1_000 },
    );
    expect((await podsOf(production)).filter((pod) => restartsOf(pod) > 0)).toEqual([]);
  });

  describe('tracking', () => trackingJourney(() => production.platform));
  describe('imports', () => importsJourney(() => production.platform));
});

describe('under load', () => {
  let loops: RequestLoops;
  step('a drain evicts one gateway at a time, and fails no request', async () => {
    const pods = await podsOf(production, 'gateway');
    const { url, token } = production.platform;
    loops = await RequestLoops.inOwnTenants(new Client(url, token));
    const drain = async () => {
      await production.cluster.kubectl('cordon', 'node1');
      const outcomes: string[] = [];
      for (const { metadata } of pods) outcomes.push(await production.evict(metadata.name));
      // The replacement finds no node, so the budget allows no second eviction.
      expect(outcomes.map((outcome) => /violate the pod's disruption budget/.test(outcome))).toEqual([
        false,
        true,
        true,
      ]);
      await production.cluster.kubectl('uncordon', 'node1');
      // Control: with the replacement the budget allows the next one.
      await production.untilRolledOut();
      await eventually(async () => expect(await production.evict(pods[1]?.metadata.name ?? '')).toBe(''));
      await production.untilRolledOut();
    };
    await loops.expectNoFailureDuring(scenario, drain);
    await scenario.expectExactlyOnce();
  });

  step('a restart of every workload fails no request, except with a 503 with Retry-After', async () => {
    await loops.expectNoFailureDuring(scenario, () => production.restartAll());
    await scenario.expectExactlyOnce();
    await loops.expectAllWritten(production.databaseUrl);
    expect(await endpointsOf(production, 'gateway')).toHaveLength(3);
  });

  scalingSteps(
    step,
    () => production,
    () => scenario,
  );

  describe('with the component clickhouse', () =>
    clickHouseSteps(
      step,
      () => production,
      () => scenario,
    ));
});
