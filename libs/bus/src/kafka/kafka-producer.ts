import { retry } from '@tributary/contracts/retry';
import type { Kafka, Producer, TopicMessages } from 'kafkajs';
import { accessError } from './access-error.js';
import { kafkaClient, type KafkaConnection } from './kafka-client.js';
import { partitionOfKey } from '../messages/partition-of-key.js';

const firstDelayMs = 50;
const maxDelayMs = 500;

/** A kafkajs producer that is replaced after each failure: it may not notice that its connection is dead. */
export class KafkaProducer {
  private readonly kafka: Kafka;
  private producer?: Promise<Producer>;
  private isFailing = false;

  constructor(private readonly connection: KafkaConnection) {
    this.kafka = kafkaClient(connection, { retry: { initialRetryTime: firstDelayMs, retries: 1 } });
  }

  /**
   * Writes to every in-sync replica, and retries until `deadline` (epoch ms) unless Kafka denies access. One call at a
   * time.
   *
   * kafkajs's own retries are off: they would continue after we have given up, and could write an old message behind a
   * newer one of its key.
   */
  async write(topicMessages: TopicMessages[], deadline: number): Promise<void> {
    await retry(() => this.send(topicMessages), {
      pauseMs: firstDelayMs,
      maxPauseMs: maxDelayMs,
      timeoutMs: deadline - Date.now(),
      isRetryable: (error) => !accessError(error),
    });
  }

  /** Disconnects. The next write connects again. */
  async discard(): Promise<void> {
    const producer = this.producer;
    this.producer = undefined;
    await producer?.then((connected) => connected.disconnect()).catch(() => {});
  }

  private async send(topicMessages: TopicMessages[]): Promise<void> {
    try {
      const producer = await (this.producer ??= this.connect());
      await producer.sendBatch({ acks: -1, topicMessages });
      this.report();
    } catch (error) {
      this.report(error as Error);
      void this.discard();
      throw error;
    }
  }

  private async connect(): Promise<Producer> {
    const producer = this.kafka.producer({
      idempotent: false,
      allowAutoTopicCreation: false,
      retry: { retries: 0 },
      createPartitioner:
        () =>
        ({ message, partitionMetadata }) =>
          partitionOfKey(String(message.key), partitionMetadata.length),
    });
    await producer.connect();
    return producer;
  }

  /** Logs once that publishing fails, and once that it works again. */
  private report(error?: Error): void {
    const { logger } = this.connection;
    if (error && !this.isFailing) logger.warn(`cannot publish: ${(accessError(error) ?? error).message}`);
    if (!error && this.isFailing) logger.warn('publishes again');
    this.isFailing = error !== undefined;
  }
}
