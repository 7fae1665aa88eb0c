import type { Topic } from '@tributary/contracts/topic';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { Incoming } from './incoming.js';
import type { Outgoing } from './message.js';

/** A message as Kafka keeps it, with its headers. */
export interface KafkaIncoming extends Incoming {
  original: KafkaMessage;
}

const specversion = Buffer.from('1.0');
const contentType = Buffer.from('application/json');

/**
 * Writes messages of one source as CloudEvents 1.0 in Kafka's binary mode: attributes in `ce_` headers, the value as
 * JSON, null for a tombstone. Only the attributes that CloudEvents demands are written, since each header costs as
 * much as a fifth of the record: an event without a `time` of its own happened when Kafka's record timestamp says.
 */
export class EnvelopeEncoder {
  private readonly source: Buffer;
  private readonly types = new Map<string, Buffer>();

  /** @param source who publishes: the name of the app */
  constructor(source: string) {
    this.source = Buffer.from(source);
  }

  encode<T>(topic: Topic<T>, message: Outgoing<T>): Message & { value: Buffer | null } {
    const headers: IHeaders = {
      ce_specversion: specversion,
      ce_id: message.id,
      ce_source: this.source,
      ce_type: this.type(topic.name),
      'content-type': contentType,
    };
    if (message.time !== undefined) headers['ce_time'] = new Date(message.time).toISOString();
    if (message.traceparent !== undefined) headers['traceparent'] = message.traceparent;
    // Only a tombstone carries its own key.
    return 'key' in message
      ? { key: message.key, value: null, headers }
      : { key: topic.key(message.value), value: Buffer.from(JSON.stringify(message.value)), headers };
  }

  private type(topic: string): Buffer {
    let type = this.types.get(topic);
    if (!type) this.types.set(topic, (type = Buffer.from(topic)));
    return type;
  }
}

/**
 * Reads the attributes of any record. One without them (another producer's) gets its place in Kafka as its id, which
 * is as stable as the record itself, and Kafka's timestamp as its time.
 */
export function decode(topic: string, partition: number, record: KafkaMessage): KafkaIncoming {
  const headers = record.headers ?? {};
  const time = headers['ce_time'] === undefined ? NaN : Date.parse(text(headers['ce_time']));
  const incoming: KafkaIncoming = {
    topic,
    key: record.key?.toString() ?? '',
    content: record.value,
    id: headers['ce_id'] === undefined ? `${topic}/${partition}/${record.offset}` : text(headers['ce_id']),
    time: Number.isNaN(time) ? Number(record.timestamp) : time,
    position: { partition, offset: BigInt(record.offset) },
    original: record,
  };
  if (headers['traceparent'] !== undefined) incoming.traceparent = text(headers['traceparent']);
  return incoming;
}

const text = (header: IHeaders[string]) => String(Array.isArray(header) ? header[0] : header);

/** The value of a record: null for a tombstone. Throws when it is not JSON. */
export const readJson = ({ original: { value } }: KafkaIncoming): unknown =>
  value === null ? null : JSON.parse(value.toString());
