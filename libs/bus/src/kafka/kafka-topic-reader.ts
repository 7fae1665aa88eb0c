import { randomUUID } from 'node:crypto';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { KafkaOffsets, OffsetRange } from './kafka-offsets.js';

/**
 * Called with records of one partition, in order. The next records wait until it has resolved.
 *
 * @param heartbeat keeps the membership in the group; for visitors who take long
 */
export type RecordVisitor = (
  partition: number,
  records: KafkaMessage[],
  heartbeat: () => Promise<void>,
) => Promise<void> | void;

/** How often to check whether records that are not read yet have been deleted. */
const deletedCheckMs = 1_000;

interface Progress {
  next: bigint;
  end: bigint;
}

/** Reads once what a topic holds at the start, in a consumer group of its own that commits nothing. */
export class KafkaTopicReader {
  private readonly progress: Map<number, Progress>;

  private constructor(
    private readonly topic: string,
    private readonly offsets: KafkaOffsets,
    ranges: OffsetRange[],
  ) {
    this.progress = new Map(ranges.map(({ partition, low, high }) => [partition, { next: low, end: high }]));
  }

  static async read(kafka: Kafka, offsets: KafkaOffsets, topic: string, visit: RecordVisitor): Promise<void> {
    const reader = new KafkaTopicReader(topic, offsets, await offsets.ranges(topic));
    if (reader.isDone()) return;
    const groupId = `read.${topic}.${randomUUID()}`;
    const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs: 250 });
    try {
      await consumer.connect();
      await consumer.subscribe({ topic, fromBeginning: true });
      await reader.run(consumer, visit);
    } finally {
      await consumer.disconnect();
    }
  }

  private run(consumer: Consumer, visit: RecordVisitor): Promise<void> {
    let deletedCheck: NodeJS.Timeout | undefined;
    const read = new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => restart || reject(error));
      const finishWhenDone = () => void (this.isDone() && resolve());
      const eachBatch = (batch: EachBatchPayload) => this.take(batch, visit).then(finishWhenDone, reject);
      consumer.run({ autoCommit: false, eachBatch }).catch(reject);
      deletedCheck = setInterval(() => void this.skipDeleted().then(finishWhenDone, () => undefined), deletedCheckMs);
    });
    return read.finally(() => clearInterval(deletedCheck));
  }

  /** After a rejoin the member gets earlier records again: those are skipped. */
  private async take(payload: EachBatchPayload, visit: RecordVisitor): Promise<void> {
    const { batch } = payload;
    const progress = this.progress.get(batch.partition);
    if (!progress) return;
    const records = batch.messages.filter(
      ({ offset }) => BigInt(offset) >= progress.next && BigInt(offset) < progress.end,
    );
    if (records.length > 0) await visit(batch.partition, records, () => payload.heartbeat());
    const last = BigInt(batch.lastOffset());
    if (last >= progress.next) progress.next = last + 1n;
    await payload.heartbeat();
  }

  private async skipDeleted(): Promise<void> {
    for (const { partition, low } of await this.offsets.ranges(this.topic)) {
      const progress = this.progress.get(partition);
      if (progress && low > progress.next) progress.next = low;
    }
  }

  private isDone(): boolean {
    return [...this.progress.values()].every(({ next, end }) => next >= end);
  }
}
