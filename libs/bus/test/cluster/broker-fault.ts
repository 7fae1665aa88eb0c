import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@tributary/testing/eventually';
import type { KafkaCluster } from '@tributary/testing/kafka/kafka-cluster';
import type { ClusterLoad, Publication } from './cluster-load.js';
import { PartitionWatch } from './partition-watch.js';
import type { PlacedPartition } from './placed-topics.js';

const undisturbedMs = 2_000;
const brokenMs = 3_000;
const movedWithinMs = 40_000;

export type Fault = 'killed' | 'frozen';

/** The measurements of clients before and while a broker was broken. */
export interface Disturbance {
  undisturbed: Publication[];
  /**
   * To partitions that needed nothing from the broken broker, until Kafka noticed the fault. Meanwhile partitions of the
   * same leaders wait for the broken broker to replicate, and so do requests that contain them.
   */
  detecting: Publication[];
  /** The same from then on, until the cluster was whole again. */
  degraded: Publication[];
  /** To all other partitions, from then on until the broker returned. */
  needy: Publication[];
}

/** Kills or freezes a broker, until Kafka has replaced it and then some, and repairs it. Resolves when the cluster is whole. */
export async function disturb(
  cluster: KafkaCluster,
  broken: number,
  fault: Fault,
  { load, partitions }: { load: ClusterLoad; partitions: PlacedPartition[] },
): Promise<Disturbance> {
  const survivor = cluster.nodes[broken % cluster.nodes.length];
  const watch = await PartitionWatch.start(survivor?.brokers ?? [], partitions);
  try {
    await eventually(() => watch.expectWhole());
    const whole = performance.now();
    await sleep(undisturbedMs);
    const injected = performance.now();
    const { without, repaired } = await breakAndRepair(cluster, broken, fault, watch);
    await eventually(() => watch.expectWhole());
    const started = load.startedBetween;
    const isHealthy = ({ partition, start }: Publication) =>
      start >= (watch.healthySince(partition, broken) ?? Infinity);
    return {
      undisturbed: started(whole, injected).filter(isSettledBefore(injected)),
      detecting: started(injected, without).filter(isHealthy),
      degraded: started(without, performance.now()).filter(isHealthy),
      needy: started(without, repaired)
        .filter(isSettledBefore(repaired))
        .filter((publication) => !isHealthy(publication)),
    };
  } finally {
    await watch.stop();
  }
}

const isSettledBefore =
  (end: number) =>
  ({ start, ms }: Publication) =>
    start + ms < end;

async function breakAndRepair(cluster: KafkaCluster, broken: number, fault: Fault, watch: PartitionWatch) {
  const node = cluster.nodes[broken - 1];
  await (fault === 'killed' ? node?.kill() : node?.pause());
  try {
    await eventually(() => watch.expectWithout(broken), { within: movedWithinMs });
    const without = performance.now();
    await sleep(brokenMs);
    return { without, repaired: performance.now() };
  } finally {
    await (fault === 'killed' ? node?.start() : node?.resume());
  }
}
