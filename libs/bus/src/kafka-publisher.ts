import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { badData, unavailable } from '@tributary/contracts/errors';
import type { Topic } from '@tributary/contracts/topic';
import type { TopicMessages } from 'kafkajs';
import type { AnyTopic } from './consume.js';
import { encode, type OutgoingRecord } from './envelope.js';
import { groupBy } from './group-by.js';
import { kafkaClient, type KafkaConnection } from './kafka-client.js';
import { KafkaOffsets } from './kafka-offsets.js';
import { KafkaProducer } from './kafka-producer.js';
import type { Outgoing } from './message.js';
import { DeadlineSweep, hasRoom, noneYet, Publication, refusal } from './outbound-queue.js';
import { defaultLimits, patienceMs, Publisher, type PublisherLimits, type PublishOptions } from './publisher.js';
import { recordSize } from './record-size.js';
import { within } from './within.js';
import { maxRecordBytes } from './topic-settings.js';

export interface KafkaPublisherOptions extends KafkaConnection {
  limits?: Partial<PublisherLimits>;
}

interface Queued {
  topic: string;
  record: OutgoingRecord;
  bytes: number;
  publication: Publication;
}

// kafkajs groups a request's messages in quadratic time, and beyond a hundred a larger request saves nothing.
const maxRequestMessages = 1_000;
/** Beyond this a record goes alone: a request that fails is sent again whole. */
const maxRequestBytes = 960 * 1024;
const disconnectMs = 1_000;

/**
 * Publishes to Kafka. While a request is in flight further messages queue, and go together as the next request: the
 * time in flight is the batching window, so there is no timer to wait for. One request at a time keeps the order per
 * key; kafkajs's idempotent producer is not used, as it loses acknowledged messages when responses get lost.
 */
export class KafkaPublisher extends Publisher {
  readonly counters = noneYet();
  private readonly limits: PublisherLimits;
  private readonly producer: KafkaProducer;
  private readonly offsets: KafkaOffsets;
  // Each holds publications of one deadline, in order.
  private readonly deadlines = new DeadlineSweep();
  private readonly patientDeadlines = new DeadlineSweep();
  private readonly queue: Queued[] = [];
  private draining?: Promise<void>;
  private isClosed = false;

  constructor(options: KafkaPublisherOptions) {
    super();
    this.limits = { ...defaultLimits, ...options.limits };
    this.producer = new KafkaProducer(options);
    this.offsets = new KafkaOffsets(kafkaClient(options));
  }

  async publish<T>(topic: Topic<T>, messages: Outgoing<T>[], options?: PublishOptions): Promise<void> {
    // Before the encoding: a refusal must be cheap.
    if (!this.accepts(messages.length)) throw this.refusal(messages.length);
    const records = messages.map((message) => encode(topic, message));
    const tooLarge = records.find((record) => recordSize(record) > maxRecordBytes);
    if (tooLarge) throw badData(`A message of ${recordSize(tooLarge)} bytes is too large for ${topic.name}`);
    await this.send(topic.name, records, options);
  }

  /** Publishes records as they are, on the terms of `publish`. */
  send(topic: string, records: OutgoingRecord[], { isPatient = false }: PublishOptions = {}): Promise<void> {
    if (records.length === 0) return Promise.resolve();
    const bytes = records.reduce((sum, record) => sum + recordSize(record), 0);
    if (!this.accepts(records.length, bytes)) return Promise.reject(this.refusal(records.length));
    return new Promise((resolve, reject) => {
      const deadline = Date.now() + (isPatient ? patienceMs : this.limits.deadlineMs);
      const publication = new Publication(records.length, deadline, (error) => (error ? reject(error) : resolve()));
      (isPatient ? this.patientDeadlines : this.deadlines).add(publication);
      this.enqueue(topic, records, publication);
    });
  }

  async isEmpty(topic: AnyTopic): Promise<boolean> {
    const ranges = await this.offsets.ranges(topic.name);
    return ranges.every(({ low, high }) => low === high);
  }

  oldestAgeMs(): number {
    const { deadlines, patientDeadlines, limits } = this;
    return Math.max(deadlines.oldestAgeMs(limits.deadlineMs), patientDeadlines.oldestAgeMs(patienceMs));
  }

  /** Refuses new messages, waits until those accepted are settled, which their deadlines bound, and disconnects. */
  async close(): Promise<void> {
    this.isClosed = true;
    await within(2 * this.limits.deadlineMs, this.draining);
    await within(disconnectMs, Promise.all([this.producer.discard(), this.offsets.close()]));
  }

  private accepts(messages: number, bytes?: number): boolean {
    return !this.isClosed && hasRoom(this.counters, this.limits, messages, bytes);
  }

  private refusal(messages: number): Error {
    return refusal(this.counters, messages, this.isClosed ? 'The bus is closing' : undefined);
  }

  private enqueue(topic: string, records: OutgoingRecord[], publication: Publication): void {
    for (const record of records) {
      const bytes = recordSize(record);
      this.queue.push({ topic, record, bytes, publication });
      this.counters.queued++;
      this.counters.queuedBytes += bytes;
    }
    // It works for whoever publishes, not for who was first.
    const drain = () => context.with(ROOT_CONTEXT, () => this.drain());
    // Not at once: what is published in the same turn of the event loop goes in the same request.
    this.draining ??= new Promise((resolve) => setImmediate(() => void drain().then(resolve)));
  }

  private async drain(): Promise<void> {
    while (this.queue.length > 0) {
      const batch = this.take();
      const live = batch.filter(({ publication }) => !publication.isSettled);
      this.counters.failed += batch.length - live.length;
      if (live.length > 0) await this.request(live);
      this.release(batch);
    }
    this.draining = undefined;
  }

  private take(): Queued[] {
    let bytes = 0;
    let count = 0;
    for (const queued of this.queue) {
      bytes += queued.bytes;
      if (count === maxRequestMessages || (count > 0 && bytes > maxRequestBytes)) break;
      count++;
    }
    return this.queue.splice(0, count);
  }

  private async request(batch: Queued[]): Promise<void> {
    this.counters.inFlight = batch.length;
    try {
      const lastDeadline = batch.at(-1)?.publication.deadline ?? 0;
      await this.producer.write(byTopic(batch), lastDeadline);
      this.counters.published += batch.length;
      for (const { publication } of batch) publication.acknowledge();
    } catch (error) {
      this.counters.failed += batch.length;
      const failure = unavailable('Kafka did not take the message', error);
      for (const { publication } of batch) publication.settle(failure);
    }
    this.counters.inFlight = 0;
  }

  private release(batch: Queued[]): void {
    this.counters.queued -= batch.length;
    for (const { bytes } of batch) this.counters.queuedBytes -= bytes;
  }
}

function byTopic(batch: Queued[]): TopicMessages[] {
  const topics = groupBy(batch, ({ topic }) => topic);
  return Array.from(topics, ([topic, queued]) => ({ topic, messages: queued.map(({ record }) => record) }));
}
