import type { KafkaOffsets } from './kafka-offsets.js';
import { partitionName } from './wire/kafkajs-internals.js';

interface Progress {
  /** The end offset at the start. */
  target: bigint;
  /** The offset of the next message to handle. */
  next: bigint;
}

/** Where broadcast consumers are in their topics, and how far it was from their ends when it started. */
export class CatchUp {
  private progress?: Map<string, Progress>;

  constructor(
    private readonly topics: string[],
    private readonly offsets: Pick<KafkaOffsets, 'ranges'>,
  ) {}

  /** Records the current ends of the topics, once. @throws SERVICE_UNAVAILABLE when the brokers do not answer */
  async captureTargets(): Promise<void> {
    if (this.progress) return;
    const ranges = await Promise.all(
      this.topics.map(async (topic) => (await this.offsets.ranges(topic)).map((range) => ({ topic, ...range }))),
    );
    this.progress = new Map(
      ranges
        .flat()
        .map(({ topic, partition, low, high }) => [partitionName({ topic, partition }), { target: high, next: low }]),
    );
  }

  advance(topic: string, partition: number, next: bigint): void {
    const progress = this.progress?.get(partitionName({ topic, partition }));
    if (progress) progress.next = next;
    else this.progress?.set(partitionName({ topic, partition }), { target: next, next });
  }

  /** The partition is read from its start again, as one that is new. */
  forget(topic: string, partition: number): void {
    this.progress?.delete(partitionName({ topic, partition }));
  }

  isDone(): boolean {
    return this.progress !== undefined && [...this.progress.values()].every(({ next, target }) => next >= target);
  }

  /** Whether no topic has ever had a message: their producer has not filled them yet. */
  isEmpty(): boolean {
    return [...(this.progress?.values() ?? [])].every(({ next }) => next === 0n);
  }

  /** The offset of the next message to handle; undefined in a partition that was added after the start. */
  nextOf(topic: string, partition: number): bigint | undefined {
    return this.progress?.get(partitionName({ topic, partition }))?.next;
  }

  async lag(topic: string): Promise<number> {
    const behind = (await this.offsets.ranges(topic)).map(({ partition, low, high }) => {
      const next = this.progress?.get(partitionName({ topic, partition }))?.next ?? low;
      return Number(high - (next < low ? low : next));
    });
    return behind.reduce((sum, messages) => sum + messages, 0);
  }
}
