import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import type { KafkaBroker } from '@tributary/testing/kafka/kafka-server';
import type { Topic } from '@tributary/contracts/topics/topic';
import { ConfigResourceTypes } from 'kafkajs';
import { createWithLeaders } from '../../src/kafka/commands/create-topics.js';
import { aTopic, steps, type Step } from '../bus-harness.js';
import { clientOf, connect, readAll } from './kafka-harness.js';

describe('a publisher and the partitions of Kafka', () => {
  let broker: KafkaBroker;

  beforeAll(async () => {
    broker = await startKafka();
  });
  afterAll(() => broker.stop());

  const withAdmin = async <T>(work: (admin: ReturnType<ReturnType<typeof clientOf>['admin']>) => Promise<T>) => {
    const admin = clientOf(broker).admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  };
  /** A busy broker may need longer than a short deadline for its first answer. A fault fails every attempt. */
  const withLongerDeadlines = (attempt: (deadlineMs: number) => Promise<void>) => {
    let deadlineMs = 3_000;
    return eventually(() => attempt((deadlineMs *= 2)));
  };
  const largestBatch = (bytes: number) => [{ name: 'max.message.bytes', value: String(bytes) }];
  const create = ({ name, partitions }: Topic<Step>, configEntries = largestBatch(1_000_000)) =>
    withAdmin((admin) => createWithLeaders(admin, [{ topic: name, numPartitions: partitions, configEntries }]));
  /** A topic that refuses every message, from its creation: a broker applies a later change some time after its answer. */
  const createRefusing = (topic: Topic<Step>) => create(topic, largestBatch(50));
  /** Sets the largest batch that the partitions of a topic accept. */
  const limitBytes = ({ name }: Topic<Step>, bytes: number) =>
    withAdmin((admin) => {
      const configEntries = largestBatch(bytes);
      const resources = [{ type: ConfigResourceTypes.TOPIC, name, configEntries }];
      return admin.alterConfigs({ validateOnly: false, resources });
    });

  it('writes everything else once while partitions refuse their messages, and those when they accept them', async () => {
    const [healthy, refusing] = [aTopic(), aTopic()];
    await create(healthy);
    await createRefusing(refusing);
    const { publisher, close } = connect(broker);
    const waiting = Promise.all(steps(20, 4).map((message) => publisher.publish(refusing, [message])));
    await eventually(() => expect(publisher.counters.failingPartitions).toBeGreaterThan(0));
    await Promise.all(steps(200, 20).map((message) => publisher.publish(healthy, [message])));
    expect(await readAll(broker, healthy.name)).toHaveLength(200);
    expect(publisher.counters).toMatchObject({ queued: 20, published: 200 });
    await limitBytes(refusing, 1_000_000);
    await waiting;
    expect(await readAll(broker, refusing.name)).toHaveLength(20);
    expect(publisher.counters).toMatchObject({ queued: 0, failed: 0, failingPartitions: 0 });
    await close();
  });

  it('fails what a partition refuses with the reason, and nothing else', async () => {
    const [healthy, refusing] = [aTopic(), aTopic()];
    await create(healthy);
    await createRefusing(refusing);
    const [message] = steps(1) as [ReturnType<typeof steps>[number]];
    await withLongerDeadlines(async (deadlineMs) => {
      const { publisher, close } = connect(broker, { deadlineMs });
      try {
        const late = publisher.publish(refusing, [message]).catch((error: unknown) => error);
        const published = publisher.publish(healthy, [message]).catch((error: unknown) => error);
        expect([await late, await published]).toEqual([
          expect.objectContaining({
            code: 'SERVICE_UNAVAILABLE',
            cause: expect.objectContaining({ type: 'MESSAGE_TOO_LARGE' }) as unknown,
          }),
          undefined,
        ]);
        expect(publisher.counters).toMatchObject({ published: 1, failed: 1 });
      } finally {
        await close();
      }
    });
  });

  it('waits for a topic that is created later, and fails without one, with the reason', async () => {
    const [later, never] = [aTopic(), aTopic()];
    const { publisher, close } = connect(broker);
    const [message] = steps(1) as [ReturnType<typeof steps>[number]];
    await withLongerDeadlines(async (deadlineMs) => {
      const missing = connect(broker, { deadlineMs });
      const answer = missing.publisher.publish(never, [message]);
      const reason = { code: 'SERVICE_UNAVAILABLE', cause: { type: 'UNKNOWN_TOPIC_OR_PARTITION' } };
      try {
        await expect(answer).rejects.toMatchObject(reason);
      } finally {
        await missing.close();
      }
    });
    const published = publisher.publish(later, [message]);
    await create(later);
    await published;
    await close();
  });
});
