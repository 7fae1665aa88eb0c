import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { findRepeatedly } from '@tributary/testing/time-limit';
import { type KafkaCluster, startKafkaCluster } from '@tributary/testing/kafka/kafka-cluster';
import type { Admin } from 'kafkajs';
import { clientOf, connect, expectNoneLost, readAll } from '../kafka/kafka-harness.js';
import { disturb, type Disturbance, type Fault } from './broker-fault.js';
import { ClusterLoad, type Publication } from './cluster-load.js';
import { PartitionWatch } from './partition-watch.js';
import { placeTopic, type PlacedPartition } from './placed-topics.js';
import { expectOrderPerKey, percentile, writtenTwice } from './publication-checks.js';

/**
 * Busy machines differ by more than three times the shortest of times. More of their requests have a partition whose broker
 * hangs, which holds the others of the request for a third of the deadline of 1.5 s.
 */
const floorMs = { median: 600, p99: 750 };
/** Samples for a p99, and for a median: Kafka may notice a fault within a second. */
const enough = { p99: 100, median: 30 };
/**
 * The share of healthy publications. A broker that is too busy to answer leaves the outcome open, also of the healthy
 * partitions of its request, so they are written again. A publisher that fails requests as a whole wrote 140 of a few
 * hundred twice.
 */
const maxWrittenTwice = 0.02;

/** As in the product: partitions without a leader refuse while the fault lasts. */
const limits = { deadlineMs: 1_500 };

const brokerIds = [1, 2, 3];
const cases = (['killed', 'frozen'] as const).flatMap((fault) => brokerIds.map((id): [Fault, number] => [fault, id]));
const isReplicated = ({ replicas }: PlacedPartition) => replicas.length === 3;

describe('three brokers under load', () => {
  let cluster: KafkaCluster;
  let admin: Admin;
  let partitions: PlacedPartition[];
  let load: ClusterLoad;
  let close = () => Promise.resolve();
  const undisturbed: Publication[] = [];
  const healthy: Publication[] = [];

  beforeAll(async () => {
    cluster = await startKafkaCluster();
    admin = clientOf(cluster).admin();
    await admin.connect();
    partitions = [
      ...(await placeTopic(admin, ['123', '231', '312', '132', '213', '321'], 2)),
      // Without one of its two brokers, such a partition is below min.insync.replicas.
      ...(await placeTopic(admin, ['12', '23', '31'], 2)),
      // Without its broker, such a partition has no leader.
      ...(await placeTopic(admin, ['1', '2', '3'], 1)),
    ];
    const connected = connect(cluster, limits);
    ({ close } = connected);
    load = new ClusterLoad(connected.publisher, partitions);
  });

  afterAll(async () => {
    await load.stop();
    await close();
    await admin.disconnect();
    await cluster.stop();
  });

  it.each(cases)(
    'a %s broker %i delays and fails only publications to partitions that need it',
    async (fault, broken) => {
      const late = await findRepeatedly(async () => {
        const seen = await disturb(cluster, broken, fault, { load, partitions });
        undisturbed.push(...seen.undisturbed);
        healthy.push(...seen.undisturbed, ...seen.detecting, ...seen.degraded);
        report(fault, broken, seen);
        expectNeedyRefused(seen);
        return [...delaysOf(seen), ...unmoved(seen, broken)];
      });
      expect(late).toEqual([]);
    },
  );

  /** The delays that are too long, or too rare to say so. */
  function delaysOf({ detecting, degraded }: Disturbance): string[] {
    const limit = (share: number, floor: number) => Math.max(floor, 3 * percentile(undisturbed, share));
    const found: [name: string, isFound: boolean][] = [
      ['some are refused', percentile([...detecting, ...degraded], 0.99) === Infinity],
      ['few publications until Kafka notices', detecting.length <= enough.median],
      ['the median until Kafka notices', percentile(detecting, 0.5) > limit(0.5, floorMs.median)],
      ['few publications from then on', degraded.length <= enough.p99],
      ['the slowest from then on', percentile(degraded, 0.99) > limit(0.99, floorMs.p99)],
    ];
    return found.filter(([, isFound]) => isFound).map(([name]) => name);
  }

  function expectNeedyRefused({ needy }: Disturbance): void {
    const fewer = needy.filter(({ partition }) => !isReplicated(partition));
    expect(fewer.length).toBeGreaterThan(0);
    expect(fewer.map(({ error }) => error)).toEqual(
      fewer.map(() => expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }) as unknown),
    );
  }

  /** Partitions whose leader has moved, and to which no publication was acknowledged since. */
  function unmoved({ needy }: Disturbance, broken: number): string[] {
    const moved = partitions.filter((partition) => isReplicated(partition) && partition.replicas[0] === broken);
    const isTaken = (partition: PlacedPartition) =>
      needy.some((publication) => publication.partition === partition && !publication.error);
    return moved.filter((partition) => !isTaken(partition)).map(({ name }) => `${name} is not taken by its new leader`);
  }

  it('every acknowledged message is in the log, in the order of its key, and healthy partitions hold hardly any twice', async () => {
    await load.stop();
    const acknowledged = load.publications.filter(({ error }) => !error).map(({ id }) => id);
    // A reader may stop before the end of a log. What is lost stays lost, however often it is read.
    const ids = await eventually(async () => {
      const found = await readIds(partitions);
      expectNoneLost(acknowledged, found);
      return found;
    });
    expectOrderPerKey(load.publications, ids);
    expect(writtenTwice(healthy, ids).length).toBeLessThanOrEqual(healthy.length * maxWrittenTwice);
  });

  it('(control) with acks 1 the same check sees a loss, where the publisher acknowledges nothing', async () => {
    const [partition] = await placeTopic(admin, ['123'], 2);
    const { publisher, close } = connect(cluster, limits);
    const { topic } = partition!;
    const [leader, ...followers] = cluster.nodes;
    const watch = await PartitionWatch.start(followers[0]!.brokers, [partition!]);
    await eventually(() => watch.expectWhole());
    const producer = clientOf(cluster).producer();
    await producer.connect();
    await eventually(() => publisher.publish(topic, [{ id: 'kept', value: { key: 'k', step: 0 } }]));
    for (const follower of followers) await follower.pause();
    // The first one answers the fetch that each follower has sent before: it is in their sockets.
    for (const id of ['fetched', 'acks 1']) {
      const message = { key: 'k', value: '{"key":"k","step":1}', headers: { ce_id: id } };
      await producer.send({ topic: topic.name, acks: 1, messages: [message] });
    }
    const refused = publisher.publish(topic, [{ id: 'acks all', value: { key: 'k', step: 2 } }]);
    await expect(refused).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await leader!.kill();
    for (const follower of followers) await follower.resume();
    await eventually(() => watch.expectWithout(1));
    await leader!.start();
    await eventually(() => watch.expectWhole());
    await watch.stop();
    await Promise.all([producer.disconnect(), close()]);
    const ids = await eventually(() => readIds([partition!]));
    expectNoneLost(['kept'], ids);
    expect(() => expectNoneLost(['kept', 'acks 1'], ids)).toThrow('1 acknowledged messages were not handled');
  });

  async function readIds(from: PlacedPartition[]): Promise<string[]> {
    const topics = [...new Set(from.map(({ topic }) => topic.name))];
    const records = await Promise.all(topics.map((topic) => readAll(cluster, topic)));
    return records.flat().map(({ headers }) => String(headers?.['ce_id']));
  }
});

/** For the reader of the output: the ratios differ from machine to machine. */
function report(fault: Fault, broken: number, { undisturbed, detecting, degraded }: Disturbance): void {
  const [before, at, after] = [undisturbed, detecting, degraded].map(
    (all) => `${all.length}: ${percentile(all, 0.5).toFixed(1)} / ${percentile(all, 0.99).toFixed(1)}`,
  );
  process.stderr.write(
    `broker ${broken} ${fault}; healthy publications, p50 / p99 in ms: undisturbed ${before}, detecting ${at}, degraded ${after}\n`,
  );
}
