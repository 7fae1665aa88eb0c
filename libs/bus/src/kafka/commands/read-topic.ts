import type { Topic } from '@tributary/contracts/topics/topic';
import { kafkaClient, type KafkaConnection } from '../kafka-client.js';
import { KafkaOffsets } from '../kafka-offsets.js';
import { KafkaTopicReader, type RecordVisitor } from '../kafka-topic-reader.js';
import { decode, type KafkaIncoming, readJson } from '../records/envelope.js';

/** The value is undefined if it does not match the topic's schema. */
export type MessageVisitor<T> = (message: { time: number; value: T | undefined }) => Promise<void>;

/**
 * Calls `visit` with each message that a topic without bundles holds now, one after another, those of a partition in their order.
 */
export async function readTopic<T>(
  connection: KafkaConnection,
  topic: Topic<T>,
  visit: MessageVisitor<T>,
): Promise<void> {
  const kafka = kafkaClient(connection);
  const offsets = new KafkaOffsets(kafka);
  try {
    await KafkaTopicReader.read(kafka, offsets, topic.name, visitEach(topic, visit));
  } finally {
    await offsets.close();
  }
}

/** A heartbeat follows each message, so that many slow ones do not cost the membership. */
export const visitEach =
  <T>(topic: Topic<T>, visit: MessageVisitor<T>): RecordVisitor =>
  async (partition, records, heartbeat) => {
    for (const record of records) {
      const incoming = decode(topic.name, partition, record);
      await visit({ time: incoming.time, value: parse(topic, incoming) });
      await heartbeat();
    }
  };

function parse<T>(topic: Topic<T>, incoming: KafkaIncoming): T | undefined {
  try {
    return topic.schema.parse(readJson(incoming));
  } catch {
    return undefined;
  }
}
