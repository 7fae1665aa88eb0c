import type { KafkaOffsets } from './kafka-offsets.js';
import { partitionName, type PartitionName } from './wire/broker-connection.js';

interface Progress {
  /** The end offset at the start. */
  target: bigint;
  /** The offset of the next message to handle; undefined if it is not known any more. */
  next: bigint | undefined;
}

/** Where broadcast consumers are in their topics, and how far it was from their ends when it started. */
export class CatchUp {
  private progress?: Map<string, Progress>;
  private hasBeenDone = false;

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

  /** A partition that is new, or was forgotten, is read from here. It has an end of its own. */
  begin({ topic, partition }: PartitionName, first: bigint, end: bigint): void {
    this.progress?.set(partitionName({ topic, partition }), { target: end, next: first });
  }

  advance(topic: string, partition: number, next: bigint): void {
    const progress = this.progress?.get(partitionName({ topic, partition }));
    if (progress) progress.next = next;
  }

  /** The earlier records are gone: the partition begins once more. */
  forget(topic: string, partition: number): void {
    const progress = this.progress?.get(partitionName({ topic, partition }));
    if (progress) progress.next = undefined;
  }

  /** Stays true: later messages are lag. */
  isDone(): boolean {
    const isAtTarget = ({ next, target }: Progress) => next !== undefined && next >= target;
    this.hasBeenDone ||= this.progress !== undefined && [...this.progress.values()].every(isAtTarget);
    return this.hasBeenDone;
  }

  /** Whether no topic has ever had a message: their producer has not filled them yet. */
  isEmpty(): boolean {
    return [...(this.progress?.values() ?? [])].every(({ next }) => next === 0n);
  }

  /** The offset of the next message to handle; undefined in a partition that has to begin. */
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
