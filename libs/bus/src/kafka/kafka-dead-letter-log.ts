import { deadLetterTopic } from '@tributary/contracts/topics/topic';
import type { AnyTopic } from '../messages/consume.js';
import type { DeadLetterLog, EntryVisitor, StoredDeadLetter } from '../dead-letters/dead-letter-log.js';
import { readDeadLetterRecord, replayedRecord, replayNote } from './records/dead-letter-record.js';
import { kafkaClient, type KafkaConnection } from './kafka-client.js';
import { isUnknownTopic, KafkaOffsets } from './kafka-offsets.js';
import { KafkaPublisher } from './kafka.publisher.js';
import { KafkaTopicReader } from './kafka-topic-reader.js';

/** Long, because no request waits for a replay. */
const deadlineMs = 30_000;

/** The dead letters that `KafkaDeadLetters` has written. Replay notes are in the same topics. */
export class KafkaDeadLetterLog implements DeadLetterLog {
  readonly description: string;
  private readonly kafka: ReturnType<typeof kafkaClient>;
  private readonly offsets: KafkaOffsets;
  private readonly publisher: KafkaPublisher;

  constructor(connection: KafkaConnection) {
    this.description = `Kafka at ${connection.brokers.join(', ')}`;
    this.kafka = kafkaClient(connection);
    this.offsets = new KafkaOffsets(this.kafka);
    this.publisher = new KafkaPublisher({ ...connection, limits: { deadlineMs } });
  }

  /** A topic that does not exist yet has none: a command of the next version reads the topics of this one. */
  async scan(topic: AnyTopic, visit: EntryVisitor): Promise<void> {
    const read = KafkaTopicReader.read(this.kafka, this.offsets, deadLetterTopic(topic.name), (partition, records) =>
      visit(records.map((record) => readDeadLetterRecord(topic.name, partition, record))),
    );
    await read.catch((error: unknown) => {
      if (!isUnknownTopic(error)) throw error;
    });
  }

  async replay(topic: AnyTopic, deadLetters: StoredDeadLetter[]): Promise<void> {
    await this.publisher.send(topic.name, deadLetters.map(replayedRecord));
    await this.publisher.send(deadLetterTopic(topic.name), [replayNote(deadLetters)]);
  }

  async close(): Promise<void> {
    await Promise.all([this.publisher.close(), this.offsets.close()]);
  }
}
