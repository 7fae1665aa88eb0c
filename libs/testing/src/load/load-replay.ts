import { Kafka, logLevel, type IHeaders, type KafkaMessage, type Message } from 'kafkajs';
import { randomUUID } from 'node:crypto';

/** Keeps every request below the broker's limit of 1 MiB per partition. */
const requestBytes = 512 * 1024;

/**
 * Delivers all messages of a topic a second time, with the same partition, time, headers and bytes, each alone.
 * @returns the number of delivered messages.
 */
export async function replay(brokers: string[], topic: string): Promise<number> {
  const kafka = connect(brokers);
  const found = await readAll(kafka, topic);
  await sendAll(kafka, topic, found);
  return found.length;
}

/** Delivers the first message that contains `text` again, under the id of another activity. */
export async function replayAs(brokers: string[], topic: string, text: string, activityId: string): Promise<void> {
  const kafka = connect(brokers);
  const found = (await readAll(kafka, topic)).find(({ value }) => String(value).includes(text));
  if (!found) throw new Error(`${topic} has no message with ${text}`);
  await sendAll(kafka, topic, [renamed(found, activityId)]);
}

/** A busy broker may lose its leadership for a moment. */
const retry = { initialRetryTime: 200, retries: 100, maxRetryTime: 2_000 };
const connect = (brokers: string[]) => new Kafka({ clientId: 'replay', brokers, retry, logLevel: logLevel.NOTHING });

async function sendAll(kafka: Kafka, topic: string, messages: Message[]): Promise<void> {
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  try {
    for (const request of inRequests(messages)) await producer.send({ topic, acks: -1, messages: request });
  } finally {
    await producer.disconnect();
  }
}

function inRequests(messages: Message[]): Message[][] {
  const requests: Message[][] = [];
  let bytes = Infinity;
  for (const message of messages) {
    const size = 256 + Buffer.byteLength(message.value ?? '');
    bytes += size;
    if (bytes <= requestBytes) requests.at(-1)?.push(message);
    else {
      requests.push([message]);
      bytes = size;
    }
  }
  return requests;
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
  return messages.flatMap(singles);
}

/** The messages of a record, read as docs/asyncapi.json describes it. */
function singles(record: Message): Message[] {
  const bundle = record.headers?.['bundle'];
  if (bundle === undefined) return [record];
  const { partition, value } = record;
  const parts = JSON.parse(String(bundle)) as { key: string; timestamp: number; bytes: number; headers: IHeaders }[];
  let start = 0;
  return parts.map(({ key, timestamp, bytes, headers }) => {
    const content = Buffer.from(value ?? '').subarray(start, start + bytes);
    start += bytes + 1;
    return { partition, key, value: content, timestamp: String(timestamp), headers };
  });
}

async function countMessages(kafka: Kafka, topic: string): Promise<number> {
  const admin = kafka.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  return offsets.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
}

const copyOf = (partition: number, { key, value, timestamp, headers }: KafkaMessage): Message => ({
  partition,
  key,
  value,
  timestamp,
  headers,
});

function renamed(message: Message, activityId: string): Message {
  const value = JSON.parse(String(message.value)) as Record<string, unknown>;
  const headers: IHeaders = { ...message.headers, ce_id: activityId };
  return { ...message, headers, value: JSON.stringify({ ...value, activity_id: activityId }) };
}
