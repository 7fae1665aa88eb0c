import { parseSuspectBatch, type SuspectBatch, type SuspectLog } from '../suspects/suspect-log.js';
import { suspectTopicOf } from '../suspects/suspect-topic.js';
import { kafkaClient, type KafkaConnection } from './kafka-client.js';
import { KafkaOffsets } from './kafka-offsets.js';
import { KafkaPublisher } from './kafka.publisher.js';
import { KafkaTopicReader } from './kafka-topic-reader.js';

/** Short: the batch must be stored before another member of the group gets its messages. */
const deadlineMs = 4_000;

/** Suspect batches of all processes, in one topic for each app. */
export class KafkaSuspectLog implements SuspectLog {
  private publisher?: KafkaPublisher;

  constructor(private readonly connection: KafkaConnection) {}

  async write(batches: SuspectBatch[]): Promise<void> {
    this.publisher ??= new KafkaPublisher({ ...this.connection, limits: { deadlineMs } });
    for (const [topic, ofTopic] of Map.groupBy(batches, ({ group }) => suspectTopicOf(group))) {
      const records = ofTopic.map((batch) => ({
        key: `${batch.group}/${batch.topic}`,
        value: Buffer.from(JSON.stringify(batch)),
      }));
      await this.publisher.send(topic, records);
    }
  }

  /** One request to a broker, unless there are records since then: those are read in a group of its own, which takes seconds. */
  async read(since: number, groups: string[]): Promise<SuspectBatch[]> {
    const kafka = kafkaClient(this.connection);
    const offsets = new KafkaOffsets(kafka);
    const batches: SuspectBatch[] = [];
    try {
      for (const [topic, ofTopic] of Map.groupBy(groups, suspectTopicOf)) {
        if (!(await offsets.hasRecordsSince(topic, since))) continue;
        await KafkaTopicReader.read(kafka, offsets, topic, (_partition, records) => {
          const found = records
            .map(({ value }) => parseSuspectBatch(String(value)))
            .filter((batch) => batch !== undefined);
          batches.push(...found.filter(({ group, time }) => ofTopic.includes(group) && time >= since));
        });
      }
      return batches;
    } finally {
      await offsets.close();
    }
  }

  /** The group's offset passes the message, and it does not come again. */
  resolve(): Promise<void> {
    return Promise.resolve();
  }

  async close(): Promise<void> {
    await this.publisher?.close();
  }
}
