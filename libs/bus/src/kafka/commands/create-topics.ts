import { retry } from '@tributary/contracts/retry';
import type { Admin, ITopicConfig } from 'kafkajs';
import type { AnyTopic } from '../../messages/consume.js';
import { topicSettings, type TopicSettings } from '../../topics/topic-settings.js';
import { kafkaClient, type KafkaConnection } from '../kafka-client.js';

const leaderTimeoutMs = 120_000;
const leaderPollMs = 200;

export interface CreateTopicsOptions extends Pick<KafkaConnection, 'ssl' | 'sasl'> {
  replicationFactor: number;
}

/**
 * Creates those topics and dead-letter topics that do not exist, and returns their names. It never changes an existing
 * topic: with more partitions, new messages of a key could overtake older ones in the key's former partition.
 */
export async function createTopics(
  brokers: string[],
  topics: Pick<AnyTopic, 'name' | 'partitions' | 'retention'>[],
  { replicationFactor, ...access }: CreateTopicsOptions,
): Promise<string[]> {
  const connection = { ...access, brokers, clientId: 'create-topics', logger: silent };
  // Longer than the client's own retries: a command that fails has to be started again.
  const admin = kafkaClient(connection, { retry: { initialRetryTime: 300, retries: 5 } }).admin();
  await admin.connect();
  try {
    return await createMissing(admin, topicSettings(topics), replicationFactor);
  } finally {
    await admin.disconnect();
  }
}

const silent = { warn: () => undefined, debug: () => undefined };

async function createMissing(admin: Admin, settings: TopicSettings[], replicationFactor: number): Promise<string[]> {
  const existing = new Set(await admin.listTopics());
  const missing = settings.filter(({ name }) => !existing.has(name));
  if (missing.length === 0) return [];
  await createWithLeaders(
    admin,
    missing.map((topic) => toKafka(topic, replicationFactor)),
  );
  return missing.map(({ name }) => name);
}

/**
 * Creates topics, unless another process has just created them, and waits until each leader answers. Metadata names a
 * leader before that broker knows it; until then it refuses messages.
 */
export async function createWithLeaders(admin: Admin, topics: ITopicConfig[]): Promise<void> {
  // kafkajs's own wait for leaders may fail: it asks too soon.
  await admin.createTopics({ topics, waitForLeaders: false });
  const askLeaders = () => Promise.all(topics.map(({ topic }) => admin.fetchTopicOffsets(topic)));
  await retry(askLeaders, { pauseMs: leaderPollMs, timeoutMs: leaderTimeoutMs, isRetryable: () => true });
}

/** The topic as `createTopics` creates it. */
export function toKafka({ name, partitions, config }: TopicSettings, replicationFactor: number): ITopicConfig {
  // Every acknowledged message is on two brokers. With three replicas one broker may be down; with two, writes then stop.
  const all = replicationFactor >= 2 ? { ...config, 'min.insync.replicas': '2' } : config;
  return {
    topic: name,
    numPartitions: partitions,
    replicationFactor,
    configEntries: Object.entries(all).map(([key, value]) => ({ name: key, value })),
  };
}
