import { unavailable } from '@tributary/contracts/errors';
import type { Admin, Kafka } from 'kafkajs';

/** What one partition holds: the offset of its first message, and of the next to come. */
export interface OffsetRange {
  partition: number;
  low: bigint;
  high: bigint;
}

/** Asks the brokers where topics and groups stand, over one connection made when it is first needed. */
export class KafkaOffsets {
  private admin?: Promise<Admin>;

  constructor(private readonly kafka: Kafka) {}

  ranges(topic: string): Promise<OffsetRange[]> {
    return this.ask(async (admin) => {
      const offsets = await admin.fetchTopicOffsets(topic);
      return offsets.map(({ partition, low, high }) => ({ partition, low: BigInt(low), high: BigInt(high) }));
    });
  }

  /** Messages of the topic that the group has yet to handle. */
  async lag(group: string, topic: string): Promise<number> {
    const [ranges, committed] = await Promise.all([this.ranges(topic), this.committed(group, topic)]);
    const behind = ({ partition, low, high }: OffsetRange) => {
      const next = committed.get(partition) ?? -1n;
      return Number(high - (next < low ? low : next));
    };
    return ranges.reduce((sum, range) => sum + behind(range), 0);
  }

  async close(): Promise<void> {
    const admin = this.admin;
    this.admin = undefined;
    await admin?.then((connected) => connected.disconnect()).catch(() => {});
  }

  private committed(group: string, topic: string): Promise<Map<number, bigint>> {
    return this.ask(async (admin) => {
      const [offsets] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
      return new Map(offsets?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
    });
  }

  private async ask<R>(question: (admin: Admin) => Promise<R>): Promise<R> {
    try {
      return await question(await (this.admin ??= this.connect()));
    } catch (error) {
      // A connection may be beyond repair: the next question gets a new one.
      void this.close();
      throw unavailable('Kafka does not answer', error);
    }
  }

  private async connect(): Promise<Admin> {
    const admin = this.kafka.admin();
    await admin.connect();
    return admin;
  }
}
