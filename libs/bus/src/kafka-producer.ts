import { setTimeout as sleep } from 'node:timers/promises';
import type { Kafka, Producer, TopicMessages } from 'kafkajs';
import { kafkaClient, type KafkaConnection } from './kafka-client.js';
import { partitionOfKey } from './partition-of-key.js';

const firstDelayMs = 50;
const maxDelayMs = 500;

/** A kafkajs producer that is replaced whenever it fails, since its connection may be dead without its knowing. */
export class KafkaProducer {
  private readonly kafka: Kafka;
  private producer?: Promise<Producer>;
  private isFailing = false;

  constructor(private readonly connection: KafkaConnection) {
    this.kafka = kafkaClient(connection, { retry: { initialRetryTime: firstDelayMs, retries: 1 } });
  }

  /**
   * Writes to every in-sync replica; tries again until `deadline` (epoch ms). One call at a time.
   *
   * The retries are here and not in kafkajs, whose own would go on after we have given up, and put an old message
   * behind a newer one of its key.
   */
  async write(topicMessages: TopicMessages[], deadline: number): Promise<void> {
    for (let delay = firstDelayMs; ; delay = Math.min(2 * delay, maxDelayMs)) {
      try {
        const producer = await (this.producer ??= this.connect());
        await producer.sendBatch({ acks: -1, topicMessages });
        this.report();
        return;
      } catch (error) {
        this.report(error as Error);
        void this.discard();
        if (Date.now() + delay > deadline) throw error;
        await sleep(delay);
      }
    }
  }

  /** Disconnects; the next write connects again. */
  async discard(): Promise<void> {
    const producer = this.producer;
    this.producer = undefined;
    await producer?.then((connected) => connected.disconnect()).catch(() => {});
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

  /** Says once that publishing fails, and once that it works again. */
  private report(error?: Error): void {
    const { logger } = this.connection;
    if (error && !this.isFailing) logger.warn(`cannot publish: ${error.message}`);
    if (!error && this.isFailing) logger.warn('publishes again');
    this.isFailing = error !== undefined;
  }
}
