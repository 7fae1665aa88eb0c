import { badData } from '@tributary/contracts/errors';
import type { Topic } from '@tributary/contracts/topics/topic';
import type { AnyTopic } from '../messages/consume.js';
import type { Outgoing } from '../messages/message.js';
import type { PartitionRecords } from '../publishing/cluster.js';
import { OutboundQueue } from '../publishing/outbound-queue.js';
import { ProduceScheduler } from '../publishing/produce-scheduler.js';
import { Publisher, type PublisherLimits, type PublishOptions } from '../publishing/publisher.js';
import { maxRecordBytes } from '../topics/topic-settings.js';
import { waitAtMost } from '../wait-at-most.js';
import { accessError } from './access-error.js';
import { toBundles } from './records/bundle.js';
import { encode, type OutgoingRecord } from './records/envelope.js';
import { kafkaClient, type KafkaConnection } from './kafka-client.js';
import { KafkaOffsets } from './kafka-offsets.js';
import { recordSize } from './records/record-size.js';
import { BrokerConnections } from './wire/broker-connections.js';

export interface KafkaPublisherOptions extends KafkaConnection {
  limits?: Partial<PublisherLimits>;
}

/**
 * A request may take two thirds of the deadline. A broker that is alive answers after half of that (500 ms of 1.5 s), so
 * that a second request fits; one that does not answer leaves time for a retry only.
 */
const requestShare = 2 / 3;
const maxRequestMs = 10_000;
const disconnectMs = 1_000;

/**
 * Publishes to Kafka: to each broker what it leads, so that one that hangs does not delay the others. kafkajs's
 * idempotent producer is not used, because it loses acknowledged messages when responses get lost.
 */
export class KafkaPublisher extends Publisher {
  private readonly outbound: OutboundQueue;
  private readonly scheduler: ProduceScheduler<OutgoingRecord>;
  private readonly cluster: BrokerConnections<OutgoingRecord>;
  private readonly offsets: KafkaOffsets;
  private readonly bundledTopics = new Set<string>();

  constructor({ limits, ...connection }: KafkaPublisherOptions) {
    super();
    this.outbound = new OutboundQueue(limits);
    const kafka = kafkaClient(connection);
    const timeoutMs = Math.min(requestShare * this.outbound.limits.deadlineMs, maxRequestMs);
    const bundle = ({ topic, records }: PartitionRecords<OutgoingRecord>) =>
      this.bundledTopics.has(topic) ? toBundles(records) : records;
    this.cluster = new BrokerConnections({ ...connection, logger: kafka.logger(), timeoutMs, bundle });
    this.scheduler = new ProduceScheduler({
      cluster: this.cluster,
      outbound: this.outbound,
      isDenied: (error) => accessError(error) !== undefined,
      report: (error) =>
        connection.logger.warn(error === undefined ? 'publishes again' : `cannot publish: ${reasonOf(error)}`),
    });
    this.offsets = new KafkaOffsets(kafka);
  }

  get counters() {
    return this.outbound.counters;
  }

  oldestAgeMs(): number {
    return this.outbound.oldestAgeMs();
  }

  organisations() {
    return this.outbound.shares.organisations();
  }

  async publish<T>(topic: Topic<T>, messages: Outgoing<T>[], options?: PublishOptions): Promise<void> {
    this.outbound.refuseUnlessRoom({ messages: messages.length }, options);
    const records = messages.map((message) => encode(topic, message));
    const tooLarge = records.find((record) => recordSize(record) > maxRecordBytes);
    if (tooLarge) throw badData(`A message of ${recordSize(tooLarge)} bytes is too large for ${topic.name}`);
    if (topic.bundled) this.bundledTopics.add(topic.name);
    await this.send(topic.name, records, options);
  }

  /** Publishes records unchanged, under the rules of `publish`. */
  async send(topic: string, records: OutgoingRecord[], options?: PublishOptions): Promise<void> {
    if (records.length === 0) return;
    const queued = records.map((record) => ({ record, key: String(record.key), bytes: recordSize(record) }));
    await this.scheduler.accept(topic, queued, options).settled;
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
    await waitAtMost(2 * this.outbound.limits.deadlineMs, this.scheduler.idle());
    this.cluster.close();
    await waitAtMost(disconnectMs, this.offsets.close());
  }
}

const reasonOf = (error: unknown) => (accessError(error) ?? (error as Error)).message;
