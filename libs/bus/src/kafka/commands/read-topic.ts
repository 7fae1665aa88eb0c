import type { Topic } from '@tributary/contracts/topics/topic';
import type { Received } from '../../messages/message.js';
import { kafkaClient, type KafkaConnection } from '../kafka-client.js';
import { KafkaOffsets } from '../kafka-offsets.js';
import { KafkaTopicReader } from '../kafka-topic-reader.js';
import { decode, readJson } from '../records/envelope.js';

/**
 * Calls `visit` with each message that a topic without bundles holds now, one after another, those of a partition in their order.
 *
 * @throws if a message does not match the topic's schema
 */
export async function readTopic<T>(
  connection: KafkaConnection,
  topic: Topic<T>,
  visit: (message: Pick<Received<T>, 'time' | 'value'>) => Promise<void>,
): Promise<void> {
  const kafka = kafkaClient(connection);
  const offsets = new KafkaOffsets(kafka);
  try {
    await KafkaTopicReader.read(kafka, offsets, topic.name, async (partition, records) => {
      for (const record of records) {
        const incoming = decode(topic.name, partition, record);
        await visit({ time: incoming.time, value: topic.schema.parse(readJson(incoming)) });
      }
    });
  } finally {
    await offsets.close();
  }
}
