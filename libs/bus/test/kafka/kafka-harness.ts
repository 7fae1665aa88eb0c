import { randomUUID } from 'node:crypto';
import { deadLetterTopic, type Topic } from '@tributary/contracts/topics/topic';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import { eventually } from '@tributary/testing/eventually';
import type { KafkaBroker } from '@tributary/testing/kafka/kafka-server';
import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { createTopics, createWithLeaders } from '../../src/kafka/commands/create-topics.js';
import type { Bus } from '../../src/bus.js';
import { KafkaFollowers } from '../../src/kafka/kafka-followers.js';
import { KafkaPublisher } from '../../src/kafka/kafka.publisher.js';
import { KafkaStrategy, type KafkaStrategyOptions } from '../../src/kafka/kafka.strategy.js';
import type { PublisherLimits } from '../../src/publishing/publisher.js';
import { quickRetry, silent, type BusUnderTest, type Step, type WrittenDeadLetter } from '../bus-harness.js';

/** Brokers as their clients see them. */
export type Brokers = Pick<KafkaBroker, 'brokers'>;

export const clientOf = ({ brokers }: Brokers) =>
  new Kafka({ brokers, logLevel: logLevel.NOTHING, retry: { retries: 10, maxRetryTime: 500 } });

/** So long that no publish call fails, except in the tests about deadlines: a busy machine writes slowly. */
const longDeadline = { deadlineMs: 180_000 };

/** The connections of a new instance of an app. */
export function connect(
  { brokers }: Brokers,
  limits: Partial<PublisherLimits> = {},
  settings: Partial<KafkaStrategyOptions> = {},
) {
  const connection = { brokers, clientId: 'test-app', logger: silent };
  const publisher = new KafkaPublisher({ ...connection, limits: { ...longDeadline, ...limits } });
  const deadLetters = new KafkaPublisher(connection);
  const onCrash = (error: Error) => {
    throw error;
  };
  const strategy = new KafkaStrategy({
    ...connection,
    publisher: deadLetters,
    onCrash,
    retry: quickRetry,
    ...settings,
  });
  const followers = new KafkaFollowers(connection);
  const follow: Bus['follow'] = (topics, follower) => followers.follow(topics, follower);
  const close = async () => {
    followers.stop();
    await Promise.all([publisher.close(), deadLetters.close()]);
  };
  return { publisher, strategy, follow, close };
}

const readTimeoutMs = 180_000;

/** All records of a topic. */
export async function readAll(broker: Brokers, topic: string): Promise<KafkaMessage[]> {
  const expected = await countAll(broker, topic);
  const messages: KafkaMessage[] = [];
  if (expected === 0) return messages;
  const consumer = clientOf(broker).consumer({ groupId: `read-${randomUUID()}`, maxWaitTimeInMs: 100 });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      setTimeout(reject, readTimeoutMs, new Error(`only ${messages.length} of ${expected} messages were read`)).unref();
      const eachMessage = ({ message }: { message: KafkaMessage }) => {
        messages.push(message);
        if (messages.length >= expected) resolve();
        return Promise.resolve();
      };
      consumer.run({ eachMessage }).catch(reject);
    });
    return messages;
  } finally {
    await consumer.disconnect();
  }
}

async function countAll(broker: Brokers, topic: string): Promise<number> {
  const admin = clientOf(broker).admin();
  try {
    await admin.connect();
    const offsets = await admin.fetchTopicOffsets(topic);
    return offsets.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
  } finally {
    await admin.disconnect();
  }
}

export async function kafkaUnderTest(): Promise<BusUnderTest> {
  const broker = await startKafka();
  const admin = clientOf(broker).admin();
  await admin.connect();
  // A broker that was frozen for long is absent for its own controller, until it has registered again.
  const create = (topic: Topic<Step>) =>
    eventually(() => createTopics(broker.brokers, [topic], { replicationFactor: 1 }));
  const createAlone = (topic: Topic<Step>) =>
    eventually(() => createWithLeaders(admin, [{ topic: topic.name, numPartitions: topic.partitions }]));
  return {
    prepare: async (topic, { deadLetters } = { deadLetters: true }) =>
      void (await (deadLetters ? create : createAlone)(topic)),
    repairDeadLetters: async (topic) => void (await create(topic)),
    connect: (limits) => connect(broker, limits),
    deadLetters: async (topic) => eachOnce((await readAll(broker, deadLetterTopic(topic.name))).map(toDeadLetter)),
    freeze: () => broker.pause(),
    thaw: () => broker.resume(),
    close: async () => {
      await admin.disconnect();
      await broker.stop();
    },
  };
}

/** A busy broker answers a write late, and what is not answered is written again. */
const eachOnce = (written: WrittenDeadLetter[]): WrittenDeadLetter[] => [
  ...new Map(written.map((deadLetter) => [deadLetter.id, deadLetter])).values(),
];

const toDeadLetter = ({ headers, value }: KafkaMessage) => ({
  id: String(headers?.['ce_id']),
  reason: String(headers?.['dead_letter_reason']),
  value: JSON.parse(String(value)) as unknown,
});

/** Throws when an acknowledged message was not handled, and names the first few. */
export function expectNoneLost(acknowledged: Iterable<string>, handled: Iterable<string>): void {
  const seen = new Set(handled);
  const lost = [...acknowledged].filter((id) => !seen.has(id));
  if (lost.length > 0)
    throw new Error(`${lost.length} acknowledged messages were not handled, such as ${lost.slice(0, 5).join(', ')}`);
}
