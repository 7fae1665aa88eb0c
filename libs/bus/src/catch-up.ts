import type { KafkaOffsets } from './kafka-offsets.js';

interface Place {
  topic: string;
  partition: number;
}

interface Progress extends Place {
  /** The offset behind the last message there was at the start. */
  target: bigint;
  /** The offset of the next message to handle. */
  next: bigint;
}

/** How far a broadcast group has come towards what its topics held when it started, and since. */
export class CatchUp {
  private progress?: Map<string, Progress>;

  constructor(
    private readonly topics: string[],
    private readonly offsets: KafkaOffsets,
  ) {}

  /** Notes where the topics end now; throws SERVICE_UNAVAILABLE when the brokers do not answer. */
  async aim(): Promise<void> {
    if (this.progress) return;
    const ranges = await Promise.all(
      this.topics.map(async (topic) => (await this.offsets.ranges(topic)).map((range) => ({ topic, ...range }))),
    );
    this.progress = new Map(
      ranges
        .flat()
        .map(({ topic, partition, low, high }) => [
          placeKey(topic, partition),
          { topic, partition, target: high, next: low },
        ]),
    );
  }

  advance(topic: string, partition: number, next: bigint): void {
    const progress = this.progress?.get(placeKey(topic, partition));
    if (progress) progress.next = next;
    else this.progress?.set(placeKey(topic, partition), { topic, partition, target: next, next });
  }

  isDone(): boolean {
    return this.progress !== undefined && [...this.progress.values()].every(({ next, target }) => next >= target);
  }

  /** Where to go on after joining anew. */
  positions(): (Place & { offset: string })[] {
    return Array.from(this.progress?.values() ?? [], ({ topic, partition, next }) => ({
      topic,
      partition,
      offset: String(next),
    }));
  }

  async lag(topic: string): Promise<number> {
    const behind = (await this.offsets.ranges(topic)).map(({ partition, low, high }) => {
      const next = this.progress?.get(placeKey(topic, partition))?.next ?? low;
      return Number(high - (next < low ? low : next));
    });
    return behind.reduce((sum, messages) => sum + messages, 0);
  }
}

const placeKey = (topic: string, partition: number) => `${topic}/${partition}`;
