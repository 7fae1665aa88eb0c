import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Scenario } from '../suite/scenario.js';
import type { Step } from './cluster-step.js';
import type { Installation } from './installation.js';
import { freeze, isReady, podOf, podsOf, type Service, unfreeze } from './pods.js';

interface ScaledObject {
  metadata: { name: string };
  status: { conditions: { type: string; status: string }[] };
}

const scaled = { within: 240_000, every: 1_000 };
const replace = (path: string, value: unknown) => ({ op: 'replace', path, value });
const behavior = (percent: number) => ({
  stabilizationWindowSeconds: 0,
  policies: [{ type: 'Percent', value: percent, periodSeconds: 5 }],
});

/** The triggers of the manifests, with smaller thresholds and shorter times, as two cores produce little load. */
const ofTrackingIngest = [
  replace('/spec/minReplicaCount', 1),
  replace('/spec/maxReplicaCount', 3),
  replace('/spec/pollingInterval', 2),
  replace('/spec/triggers/0/metadata/lagThreshold', '100'),
  replace('/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleUp', behavior(300)),
  replace('/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleDown', behavior(100)),
];
const ofGateway = [
  replace('/spec/maxReplicas', 4),
  replace('/spec/metrics/0/resource/target/averageUtilization', 8),
  replace('/spec/behavior/scaleUp', behavior(300)),
  replace('/spec/behavior/scaleDown', behavior(100)),
];

/** Replicas that follow the load. */
export function scalingSteps(step: Step, installation: () => Installation, scenario: () => Scenario): void {
  const patch = (object: string, operations: object[]) =>
    installation().kubectl('patch', object, '--type=json', '-p', JSON.stringify(operations));
  const untilReady = (service: Service, count: number) =>
    eventually(async () => {
      const pods = await podsOf(installation(), service);
      expect([service, pods.length, pods.filter(isReady).length]).toEqual([service, count, count]);
    }, scaled);

  step('KEDA reads the lag of every topic and the waiting activities, with its own users', async () => {
    await eventually(async () => {
      const { items } = await installation().cluster.get<{ items: ScaledObject[] }>('-n', 'tributary', 'scaledobject');
      const states = items.map(({ metadata, status }) => [
        metadata.name,
        ...['Ready', 'Fallback'].map((type) => status.conditions.find((one) => one.type === type)?.status),
      ]);
      expect(states.toSorted()).toEqual(
        ['activity-analysis', 'import-worker', 'tracking-ingest'].map((name) => [name, 'True', 'False']),
      );
    }, scaled);
  });

  step('tracking-ingest gets three replicas while messages wait, and one when they are stored', async () => {
    await patch('scaledobject/tracking-ingest', ofTrackingIngest);
    await untilReady('tracking-ingest', 1);
    const pod = await podOf(installation(), 'tracking-ingest');
    await scenario().runThroughFault({
      inject: () => freeze(pod),
      during: () => untilReady('tracking-ingest', 3),
      repair: () => unfreeze(pod),
    });
    await scenario().expectExactlyOnce();
    await untilReady('tracking-ingest', 1);
    await scenario().expectExactlyOnce();
  });

  step('the gateway gets a fourth replica under load, and has three without', async () => {
    await untilReady('gateway', 3);
    await patch('hpa/gateway', ofGateway);
    await scenario().runThroughFault({
      inject: () => Promise.resolve(),
      during: () => untilReady('gateway', 4),
      repair: () => Promise.resolve(),
    });
    await untilReady('gateway', 3);
    await scenario().expectExactlyOnce();
  });
}
