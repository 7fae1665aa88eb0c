import { unavailable } from '@tributary/contracts/errors';
import type { Admin, Kafka } from 'kafkajs';
import type { ResumedPartition } from '../consuming/bus.strategy.js';

/** The offsets of one partition: of its first message, and of the next message to be written. */
export interface OffsetRange {
  partition: number;
  low: bigint;
  high: bigint;
}

/** Whether Kafka has refused a request because the topic does not exist; not if this user may not see it. */
export function isUnknownTopic(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { type?: unknown }).type === 'UNKNOWN_TOPIC_OR_PARTITION' || isUnknownTopic(error.cause);
}

/** Reads the offsets of topics and groups from the brokers, over one connection made on first use. */
export class KafkaOffsets {
  private admin?: Promise<Admin>;

  constructor(private readonly kafka: Kafka) {}

  ranges(topic: string): Promise<OffsetRange[]> {
    return this.withAdmin(async (admin) => {
      const offsets = await admin.fetchTopicOffsets(topic);
      return offsets.map(({ partition, low, high }) => ({ partition, low: BigInt(low), high: BigInt(high) }));
    });
  }

  /** Where a group resumes in each partition: a committed offset that the topic does not have counts for nothing. */
  async resumesAt(group: string, topic: string): Promise<ResumedPartition[]> {
    const [ranges, committed] = await Promise.all([this.ranges(topic), this.committed(group, topic)]);
    return ranges.map(({ partition, low, high }) => {
      const next = committed.get(partition) ?? -1n;
      return { partition, offset: next < low || next > high ? low : next };
    });
  }

  /** How many records of the topic the group has not handled yet. */
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
    return this.withAdmin(async (admin) => {
      const [offsets] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
      return new Map(offsets?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
    });
  }

  private async withAdmin<R>(request: (admin: Admin) => Promise<R>): Promise<R> {
    try {
      return await request(await (this.admin ??= this.connect()));
    } catch (error) {
      // The connection may be dead: the next request makes a new one.
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
