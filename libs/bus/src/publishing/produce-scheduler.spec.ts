import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { partitionOfKey } from '../messages/partition-of-key.js';
import { noLeader } from './cluster.js';
import { mayBeWritten, OutboundQueue } from './outbound-queue.js';
import { ProduceScheduler } from './produce-scheduler.js';
import { StandInCluster } from '../../test/stand-in-cluster.js';

class Denied extends Error {}

function publisherTo(cluster: StandInCluster, limits = {}) {
  const outbound = new OutboundQueue({ deadlineMs: 20_000, ...limits });
  const reports: (string | undefined)[] = [];
  const report = (error?: unknown) => void reports.push(error === undefined ? undefined : (error as Error).message);
  const isDenied = (error: unknown) => error instanceof Denied;
  const scheduler = new ProduceScheduler<string>({ cluster, outbound, isDenied, report });
  const publish = async (...keys: string[]) => {
    const records = keys.map((key) => ({ key, record: key, bytes: 100 }));
    await scheduler.accept('topic', records).settled;
  };
  return { publish, outbound, reports };
}

/** A key that belongs to the partition. */
const keyOf = (partition: number, partitions: number): string => {
  for (let i = 0; ; i++) if (partitionOfKey(`k${i}`, partitions) === partition) return `k${i}`;
};

const never = new Promise<never>(() => {});
const refused = { code: 'SERVICE_UNAVAILABLE' };

describe('a producer with a queue for each leader', () => {
  it('fails what belongs to a partition that fails, and writes the rest once', async () => {
    const cluster = new StandInCluster([1, 1, 2], (_leader, partition) =>
      partition === 1 ? new Error('not enough replicas') : undefined,
    );
    const { publish } = publisherTo(cluster, { deadlineMs: 1_000 });
    const keys = [0, 1, 2].map((partition) => keyOf(partition, 3));
    const outcomes = await Promise.allSettled(keys.map((key) => publish(key)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { ...refused, cause: { message: 'not enough replicas' } } });
    expect([0, 1, 2].map((partition) => cluster.recordsOf(partition).length)).toEqual([1, 0, 1]);
  });

  it('writes to the other partitions of a leader while one is retried, in requests of their own', async () => {
    let answer = (_error?: Error) => {};
    const waits = () => new Promise<Error | undefined>((resolve) => (answer = resolve));
    let attempts = 0;
    const cluster = new StandInCluster([1, 1], (_leader, partition) => {
      if (partition === 0) return undefined;
      return ++attempts === 1 ? new Error('timed out') : waits();
    });
    const { publish, outbound } = publisherTo(cluster);
    const [healthy, failing] = [keyOf(0, 2), keyOf(1, 2)];
    const late = publish(failing);
    await eventually(() => expect(attempts).toBe(2));
    expect(outbound.counters.failingPartitions).toBe(1);
    for (let i = 0; i < 5; i++) await publish(healthy);
    answer();
    await late;
    expect(outbound.counters.failingPartitions).toBe(0);
    const retried = cluster.requests.filter(({ isRetry }) => isRetry);
    expect(retried).toEqual([{ leader: 1, isRetry: true, partitions: [1] }]);
  });

  it('writes to other leaders while one does not answer', async () => {
    const cluster = new StandInCluster([1, 2], (leader) => (leader === 1 ? never : undefined));
    const { publish } = publisherTo(cluster, { deadlineMs: 1_000 });
    const stuck = publish(keyOf(0, 2));
    for (let i = 0; i < 20; i++) await publish(keyOf(1, 2));
    await expect(stuck).rejects.toMatchObject(refused);
    expect(cluster.recordsOf(1)).toHaveLength(20);
  });

  it.each([
    ['messages', { maxQueuedMessages: 3 }],
    ['bytes', { maxQueuedBytes: 300 }],
  ])('refuses %s that the queue has no room for, and takes them when it has', async (_unit, limits) => {
    const answers: (() => void)[] = [];
    const cluster = new StandInCluster(
      [1],
      () => new Promise<undefined>((resolve) => answers.push(() => resolve(undefined))),
    );
    const { publish, outbound } = publisherTo(cluster, limits);
    const accepted = publish('a', 'b', 'c');
    await expect(publish('d')).rejects.toMatchObject({
      ...refused,
      message: 'The queue of messages to publish is full',
    });
    expect(outbound.counters).toMatchObject({ queued: 3, refused: 1 });
    const answerAll = () => eventually(() => expect(answers.splice(0).map((answer) => answer())).not.toHaveLength(0));
    await answerAll();
    await accepted;
    const next = publish('d');
    await answerAll();
    await next;
  });

  it('leaves room in the queue for other leaders when one does not answer', async () => {
    const cluster = new StandInCluster([1, 2], (leader) => (leader === 1 ? never : undefined));
    const { publish, outbound } = publisherTo(cluster, { maxQueuedMessages: 10, deadlineMs: 2_000 });
    await publish(keyOf(1, 2));
    const stuck = Array.from({ length: 20 }, () => publish(keyOf(0, 2)).catch((error: unknown) => error));
    const full = await Promise.race(stuck);
    expect(full).toMatchObject({ ...refused, message: 'The queue of messages to a broker is full' });
    expect(mayBeWritten(full)).toBe(false);
    expect(outbound.counters).toMatchObject({ queued: 5, refused: 15 });
    await Promise.all(Array.from({ length: 5 }, () => publish(keyOf(1, 2))));
  });

  it('leaves room in the queue for other partitions of the leader when one fails', async () => {
    let isDown = true;
    const cluster = new StandInCluster([1, 1], (_leader, partition) =>
      partition === 0 && isDown ? new Error('no replicas') : undefined,
    );
    const { publish, outbound } = publisherTo(cluster, { maxQueuedMessages: 20 });
    const stuck = [publish(keyOf(0, 2))];
    await eventually(() => expect(outbound.counters.failingPartitions).toBe(1));
    for (let i = 0; i < 4; i++) stuck.push(publish(keyOf(0, 2)));
    await expect(publish(keyOf(0, 2))).rejects.toMatchObject(refused);
    await Promise.all(Array.from({ length: 15 }, () => publish(keyOf(1, 2))));
    expect(outbound.counters.queued).toBe(5);
    isDown = false;
    await Promise.all(stuck);
  });

  it('follows a leader that moves, also with what waits behind a request that is not answered', async () => {
    const cluster = new StandInCluster([1, 1, 2], (leader) => (leader === 1 ? never : undefined));
    const { publish } = publisherTo(cluster, { deadlineMs: 2_000 });
    await publish(keyOf(2, 3));
    void publish(keyOf(0, 3)).catch(() => {});
    await eventually(() => expect(cluster.requests.at(-1)).toMatchObject({ leader: 1, partitions: [0] }));
    const waiting = publish(keyOf(1, 3));
    cluster.leaders = [2, 2, 2];
    // A failure of any partition makes the publisher ask for the leaders.
    cluster.outcome = (leader, partition) =>
      leader === 1 ? never : partition === 2 && cluster.refreshes < 2 ? new Error('moved') : undefined;
    await publish(keyOf(2, 3));
    await waiting;
    expect(cluster.recordsOf(1)).toHaveLength(1);
    expect(cluster.recordsOf(0)).toEqual([]);
  });

  it('keeps the deadline when the clock of the machine is set back', async () => {
    const hourAgo = Date.now() - 3_600_000;
    const { publish } = publisherTo(new StandInCluster([1], () => new Error('timed out')), { deadlineMs: 300 });
    const outcome = publish('k');
    const clock = jest.spyOn(Date, 'now').mockReturnValue(hourAgo);
    await expect(outcome)
      .rejects.toMatchObject(refused)
      .finally(() => clock.mockRestore());
  });

  it('waits for a leader, and for a topic, until the deadline', async () => {
    const cluster = new StandInCluster([noLeader], (leader) =>
      leader === noLeader ? new Error('leader not available') : undefined,
    );
    const { publish } = publisherTo(cluster);
    const waiting = publish('k');
    await eventually(() => expect(cluster.refreshes).toBeGreaterThan(2));
    cluster.leaders = [3];
    await waiting;
    const unknown = new StandInCluster([]);
    unknown.error = new Error('no such topic');
    const outcome = publisherTo(unknown, { deadlineMs: 300 }).publish('k');
    await expect(outcome).rejects.toMatchObject({ ...refused, cause: { message: 'no such topic' } });
  });

  it('does not retry what Kafka denies', async () => {
    const cluster = new StandInCluster([1], () => new Denied('no right to write'));
    const { publish, reports } = publisherTo(cluster);
    await expect(publish('k')).rejects.toMatchObject({ ...refused, cause: { message: 'no right to write' } });
    expect(cluster.requests).toHaveLength(1);
    expect(reports).toEqual(['no right to write']);
    const hidden = new StandInCluster([]);
    hidden.error = new Denied('no right to see');
    await expect(publisherTo(hidden).publish('k')).rejects.toMatchObject({ cause: { message: 'no right to see' } });
  });

  it('asks for the partitions of a topic once for all messages that wait, though each is denied', async () => {
    const questions = async () => {
      const cluster = new StandInCluster([]);
      cluster.error = new Denied('no right to see');
      const { publish } = publisherTo(cluster);
      const calls: Promise<void>[] = [];
      for (let call = 0; call < 20; call++) {
        calls.push(publish('k'));
        // Longer than an answer takes.
        for (let turn = 0; turn < 5; turn++) await nextTurn();
      }
      const outcomes = await Promise.allSettled(calls);
      expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
      return cluster.refreshes;
    };
    // With the pauses between them, that many questions take seconds. On a busy machine the calls may take as long.
    let fewest = await questions();
    for (let attempt = 1; attempt < 5 && fewest >= 10; attempt++) fewest = Math.min(fewest, await questions());
    expect(fewest).toBeLessThan(10);
  });

  it('reports the first failure, and that all partitions work again', async () => {
    let failures = 3;
    const cluster = new StandInCluster([1, 1], () => (failures-- > 0 ? new Error('away') : undefined));
    const { publish, reports } = publisherTo(cluster);
    await Promise.all([publish(keyOf(0, 2)), publish(keyOf(1, 2))]);
    expect(reports).toEqual(['away', undefined]);
  });

  it('reports a topic whose partitions no broker names as a failure', async () => {
    const { publish, reports } = publisherTo(new StandInCluster([]), { deadlineMs: 100 });
    await expect(publish('k')).rejects.toMatchObject(refused);
    expect(reports).toEqual(['Kafka has named no partitions of topic']);
  });

  it('sends what is published in one turn of the event loop in one request', async () => {
    const cluster = new StandInCluster([1, 1, 1]);
    const { publish } = publisherTo(cluster);
    await publish('a');
    await Promise.all(['b', 'c', 'd', 'e'].map((key) => publish(key)));
    expect(cluster.requests).toHaveLength(2);
  });
});
