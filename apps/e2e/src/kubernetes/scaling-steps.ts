import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { ServiceName } from '@tributary/testing/processes/processes-program';
import type { Scenario } from '../suite/scenario.js';
import type { Step } from './cluster-step.js';
import type { Installation } from './installation.js';
import { freeze, isReady, podOf, podsOf, unfreeze } from './pods.js';

interface ScaledObject {
  metadata: { name: string };
  status: { conditions: { type: string; status: string }[] };
}

const scaled = { within: 300_000, every: 1_000 };
const replace = (path: string, value: unknown) => ({ op: 'replace', path, value });
/** Down only after a while: replicas that leave at once, because two of them already suffice, would never all be ready. */
const behavior = (percent: number, stabilizationWindowSeconds: number) => ({
  stabilizationWindowSeconds,
  policies: [{ type: 'Percent', value: percent, periodSeconds: 5 }],
});

/** The triggers of the manifests, with smaller thresholds and shorter times, as two cores produce little load. */
const ofTrackingIngest = [
  replace('/spec/minReplicaCount', 1),
  replace('/spec/maxReplicaCount', 3),
  replace('/spec/pollingInterval', 2),
  replace('/spec/triggers/0/metadata/lagThreshold', '100'),
  replace('/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleUp', behavior(300, 0)),
  replace('/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleDown', behavior(100, 60)),
];
const ofGateway = [
  replace('/spec/maxReplicas', 4),
  replace('/spec/behavior/scaleUp', behavior(300, 0)),
  replace('/spec/behavior/scaleDown', behavior(100, 60)),
];

/** Requests that only the gateway answers: with 401, because they have no token. */
class Flood {
  private clients: Promise<void>[] = [];
  private isStopping = false;

  constructor(private readonly url: string) {}

  start(): Promise<void> {
    this.clients = Array.from({ length: 32 }, () => this.client());
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.clients);
  }

  private async client(): Promise<void> {
    while (!this.isStopping) {
      const response = await fetch(`${this.url}/v1/organisations/1`);
      await response.text();
      expect(response.status).toBe(401);
    }
  }
}

/** Replicas that follow the load. */
export function scalingSteps(step: Step, installation: () => Installation, scenario: () => Scenario): void {
  const patch = (object: string, operations: object[]) =>
    installation().kubectl('patch', object, '--type=json', '-p', JSON.stringify(operations));
  const untilReady = (service: ServiceName, count: number) =>
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
      during: () =>
        eventually(async () => expect(await podsOf(installation(), 'tracking-ingest')).toHaveLength(3), scaled),
      repair: async () => {
        await unfreeze(pod);
        await untilReady('tracking-ingest', 3);
      },
    });
    await scenario().expectExactlyOnce();
    await untilReady('tracking-ingest', 1);
    await scenario().expectExactlyOnce();
  });

  step(
    'the gateway gets a fourth replica by the CPU that it uses, and has three again when they are enough',
    async () => {
      await untilReady('gateway', 3);
      const aim = (percent: number) => replace('/spec/metrics/0/resource/target/averageUtilization', percent);
      // On a busy machine a gateway gets little CPU, and so uses little.
      await patch('hpa/gateway', [...ofGateway, aim(2)]);
      const flood = new Flood(installation().platform.url);
      await scenario().runThroughFault({
        inject: () => flood.start(),
        during: () => untilReady('gateway', 4),
        repair: () => flood.stop(),
      });
      // Control: by the manifests' 70 %, three are enough.
      await patch('hpa/gateway', [aim(70)]);
      await untilReady('gateway', 3);
      await scenario().expectExactlyOnce();
    },
  );
}
