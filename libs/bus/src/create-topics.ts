import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel, type Admin, type ITopicConfig } from 'kafkajs';
import type { AnyTopic } from './consume.js';
import { topicSettings, type TopicSettings } from './topic-settings.js';

const leadersWithinMs = 120_000;

export interface CreateTopicsOptions {
  replicationFactor: number;
}

/**
 * Creates the topics and their dead-letter topics that do not exist, and answers their names. Those that exist are left
 * alone: more partitions would send keys elsewhere, past messages still waiting under their old place.
 */
export async function createTopics(
  brokers: string[],
  topics: Pick<AnyTopic, 'name' | 'partitions' | 'retention'>[],
  { replicationFactor }: CreateTopicsOptions,
): Promise<string[]> {
  const admin = new Kafka({ clientId: 'create-topics', brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await createMissing(admin, topicSettings(topics), replicationFactor);
  } finally {
    await admin.disconnect();
  }
}

async function createMissing(admin: Admin, settings: TopicSettings[], replicationFactor: number): Promise<string[]> {
  const existing = new Set(await admin.listTopics());
  const missing = settings.filter(({ name }) => !existing.has(name));
  if (missing.length === 0) return [];
  // Answers false when somebody else has just created them. kafkajs's own wait for leaders fails when it asks too soon.
  await admin.createTopics({
    topics: missing.map((topic) => toKafka(topic, replicationFactor)),
    waitForLeaders: false,
  });
  const names = missing.map(({ name }) => name);
  await untilLed(admin, names, Date.now() + leadersWithinMs);
  return names;
}

/** Metadata names leaders before they know of it themselves, and refuse messages: so each leader is asked. */
async function untilLed(admin: Admin, topics: string[], deadline: number): Promise<void> {
  try {
    await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)));
  } catch (error) {
    if (Date.now() > deadline) throw error;
    await sleep(200);
    await untilLed(admin, topics, deadline);
  }
}

function toKafka({ name, partitions, config }: TopicSettings, replicationFactor: number): ITopicConfig {
  // One replica may be down while everything acknowledged is still on two.
  const all = replicationFactor >= 3 ? { ...config, 'min.insync.replicas': '2' } : config;
  return {
    topic: name,
    numPartitions: partitions,
    replicationFactor,
    configEntries: Object.entries(all).map(([key, value]) => ({ name: key, value })),
  };
}
