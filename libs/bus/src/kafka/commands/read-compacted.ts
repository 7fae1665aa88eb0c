import type { Topic } from '@tributary/contracts/topics/topic';
import { kafkaClient, type KafkaConnection } from '../kafka-client.js';
import { KafkaOffsets } from '../kafka-offsets.js';
import { KafkaTopicReader } from '../kafka-topic-reader.js';

/**
 * Reads the latest value of each key of a compacted topic. The value of a record that does not match the topic's schema is
 * undefined. Keys with a tombstone are left out.
 */
export async function readCompacted<T>(
  connection: KafkaConnection,
  topic: Topic<T>,
): Promise<Map<string, T | undefined>> {
  const kafka = kafkaClient(connection);
  const offsets = new KafkaOffsets(kafka);
  const latest = new Map<string, T | undefined>();
  try {
    await KafkaTopicReader.read(kafka, offsets, topic.name, (_partition, records) => {
      for (const { key, value } of records) {
        const name = key?.toString() ?? '';
        if (value === null) latest.delete(name);
        else latest.set(name, parse(topic, value));
      }
    });
    return latest;
  } finally {
    await offsets.close();
  }
}

function parse<T>(topic: Topic<T>, value: Buffer): T | undefined {
  try {
    return topic.schema.parse(JSON.parse(value.toString()));
  } catch {
    return undefined;
  }
}
