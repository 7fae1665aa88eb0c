import { Kafka, logLevel, type IHeaders, type KafkaMessage, type Message } from 'kafkajs';
import { randomUUID } from 'node:crypto';

export interface ReplayOptions {
  /** How many messages; default: all that the topic holds at the start. */
  first?: number;
  /** Instead of an exact copy: the same activity under another id, in a message with another id. */
  activityId?: string;
}

/**
 * Delivers the messages of a topic a second time: same partition, same headers, same bytes.
 * @returns how many were delivered.
 */
export async function replay(
  brokers: string[],
  topic: string,
  { first, activityId }: ReplayOptions = {},
): Promise<number> {
  const kafka = new Kafka({ clientId: 'replay', brokers, logLevel: logLevel.NOTHING });
  const found = await readAll(kafka, topic);
  const chosen = found.slice(0, first).map((message) => (activityId ? renamed(message, activityId) : message));
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  try {
    for (let start = 0; start < chosen.length; start += 500)
      await producer.send({ topic, acks: -1, messages: chosen.slice(start, start + 500) });
  } finally {
    await producer.disconnect();
  }
  return chosen.length;
}

async function readAll(kafka: Kafka, topic: string): Promise<Message[]> {
  const total = await countMessages(kafka, topic);
  const messages: Message[] = [];
  const consumer = kafka.consumer({ groupId: `replay-${randomUUID()}` });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    if (total === 0) resolve();
    const eachMessage = ({ partition, message }: { partition: number; message: KafkaMessage }) => {
      if (messages.push(copyOf(partition, message)) === total) resolve();
      return Promise.resolve();
    };
    consumer.run({ eachMessage }).catch(reject);
  });
  await consumer.disconnect();
  return messages;
}

async function countMessages(kafka: Kafka, topic: string): Promise<number> {
  const admin = kafka.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  return offsets.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
}

const copyOf = (partition: number, { key, value, headers }: KafkaMessage): Message => ({
  partition,
  key,
  value,
  headers,
});

function renamed(message: Message, activityId: string): Message {
  const value = JSON.parse(String(message.value)) as Record<string, unknown>;
  const headers: IHeaders = { ...message.headers, ce_id: activityId };
  return { ...message, headers, value: JSON.stringify({ ...value, activity_id: activityId }) };
}
