import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { badData, unavailable } from '@tributary/contracts/errors';
import type { Topic } from '@tributary/contracts/topics/topic';
import { groupBy } from '@tributary/contracts/values/group-by';
import type { TopicMessages } from 'kafkajs';
import type { AnyTopic } from '../messages/consume.js';
import type { Outgoing } from '../messages/message.js';
import { OutboundQueue, type Publication, type QueuedMessage } from '../publishing/outbound-queue.js';
import { Publisher, type PublisherLimits, type PublishOptions } from '../publishing/publisher.js';
import { maxRecordBytes } from '../topics/topic-settings.js';
import { waitAtMost } from '../wait-at-most.js';
import { encode, type OutgoingRecord } from './envelope.js';
import { kafkaClient, type KafkaConnection } from './kafka-client.js';
import { KafkaOffsets } from './kafka-offsets.js';
import { KafkaProducer } from './kafka-producer.js';
import { recordSize } from './record-size.js';

export interface KafkaPublisherOptions extends KafkaConnection {
  limits?: Partial<PublisherLimits>;
}

interface QueuedRecord extends QueuedMessage {
  topic: string;
  record: OutgoingRecord;
}

// kafkajs groups the messages of a request in quadratic time, and beyond a hundred a larger request saves nothing.
const maxRequestMessages = 1_000;
/** A larger record gets a request of its own, because a request that fails is sent again whole. */
const maxRequestBytes = 960 * 1024;
const disconnectMs = 1_000;

/**
 * Publishes to Kafka. While one request is in flight, further messages queue up and form the next request: the time in
 * flight is the batching window, without a timer. One request at a time keeps the order per key. kafkajs's idempotent
 * producer is not used, because it loses acknowledged messages when responses get lost.
 */
export class KafkaPublisher extends Publisher {
  private readonly outbound: OutboundQueue;
  private readonly producer: KafkaProducer;
  private readonly offsets: KafkaOffsets;
  private readonly queue: QueuedRecord[] = [];
  private draining?: Promise<void>;

  constructor({ limits, ...connection }: KafkaPublisherOptions) {
    super();
    this.outbound = new OutboundQueue(limits);
    this.producer = new KafkaProducer(connection);
    this.offsets = new KafkaOffsets(kafkaClient(connection));
  }

  get counters() {
    return this.outbound.counters;
  }

  oldestAgeMs(): number {
    return this.outbound.oldestAgeMs();
  }

  async publish<T>(topic: Topic<T>, messages: Outgoing<T>[], options?: PublishOptions): Promise<void> {
    this.outbound.refuseUnlessRoom({ messages: messages.length });
    const records = messages.map((message) => encode(topic, message));
    const tooLarge = records.find((record) => recordSize(record) > maxRecordBytes);
    if (tooLarge) throw badData(`A message of ${recordSize(tooLarge)} bytes is too large for ${topic.name}`);
    await this.send(topic.name, records, options);
  }

  /** Publishes records unchanged, under the rules of `publish`. */
  async send(topic: string, records: OutgoingRecord[], options?: PublishOptions): Promise<void> {
    if (records.length === 0) return;
    const bytes = records.reduce((sum, record) => sum + recordSize(record), 0);
    const publication = this.outbound.accept({ messages: records.length, bytes }, options);
    this.enqueue(topic, records, publication);
    await publication.settled;
  }

  async isEmpty(topic: AnyTopic): Promise<boolean> {
    const ranges = await this.offsets.ranges(topic.name);
    return ranges.every(({ low, high }) => low === high);
  }

  /**
   * Refuses new messages, waits until those accepted are settled (at their deadline at the latest), and disconnects.
   */
  async close(): Promise<void> {
    this.outbound.close();
    await waitAtMost(2 * this.outbound.limits.deadlineMs, this.draining);
    await waitAtMost(disconnectMs, Promise.all([this.producer.discard(), this.offsets.close()]));
  }

  private enqueue(topic: string, records: OutgoingRecord[], publication: Publication): void {
    for (const record of records) this.queue.push({ topic, record, bytes: recordSize(record), publication });
    // Outside the trace of the first publish call: the request belongs to all of them.
    const drain = () => context.with(ROOT_CONTEXT, () => this.drain());
    // In the next turn of the event loop, so that messages published in the same turn share a request.
    this.draining ??= new Promise((resolve) => setImmediate(() => void drain().then(resolve)));
  }

  private async drain(): Promise<void> {
    while (this.queue.length > 0) {
      const batch = this.take();
      // Past their deadline: their callers have the failure already.
      for (const message of batch)
        if (message.publication.failure) this.outbound.settle(message, message.publication.failure);
      const live = batch.filter(({ publication }) => !publication.failure);
      if (live.length > 0) await this.request(live);
    }
    this.draining = undefined;
  }

  private take(): QueuedRecord[] {
    let bytes = 0;
    let count = 0;
    for (const queued of this.queue) {
      bytes += queued.bytes;
      if (count === maxRequestMessages || (count > 0 && bytes > maxRequestBytes)) break;
      count++;
    }
    return this.queue.splice(0, count);
  }

  private async request(batch: QueuedRecord[]): Promise<void> {
    this.counters.inFlight = batch.length;
    const failure = await this.write(batch);
    for (const message of batch) this.outbound.settle(message, failure);
    this.counters.inFlight = 0;
  }

  private async write(batch: QueuedRecord[]): Promise<Error | undefined> {
    try {
      await this.producer.write(byTopic(batch), batch.at(-1)?.publication.deadline ?? 0);
      return undefined;
    } catch (error) {
      return unavailable('Kafka did not take the message', error);
    }
  }
}

function byTopic(batch: QueuedRecord[]): TopicMessages[] {
  const topics = groupBy(batch, ({ topic }) => topic);
  return Array.from(topics, ([topic, queued]) => ({ topic, messages: queued.map(({ record }) => record) }));
}
