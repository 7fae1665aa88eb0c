import { eventLoopYielder } from '../consuming/yield-to-event-loop.js';
import { show, type Follower } from '../following/follower.js';
import { InvalidBundle, unbundle } from './records/bundle.js';
import { decode, readJson, type StoredRecord } from './records/envelope.js';
import type { PartitionWork } from './wire/leader-loop.js';
import {
  noError,
  offsetOutOfRange,
  partitionName,
  protocolError,
  type BrokerConnection,
  type FetchedPartition,
  type PartitionName,
  type PartitionPosition,
} from './wire/broker-connection.js';

/** A follower that is further behind, in records of a partition, continues at the end: it shows the present. */
const maxBehind = 2_000n;

/** Where a follower is in each partition. */
export class FollowedPartitions implements PartitionWork {
  private readonly next = new Map<string, bigint>();

  constructor(
    private readonly follower: Follower,
    private readonly warn: (message: string) => void,
  ) {}

  /** In how many partitions it is somewhere. */
  get count(): number {
    return this.next.size;
  }

  /** It begins at the ends of those partitions in which it is nowhere yet. */
  async positions(leader: BrokerConnection, partitions: PartitionName[]): Promise<PartitionPosition[]> {
    const unknown = partitions.filter((partition) => !this.next.has(partitionName(partition)));
    const ends = unknown.length > 0 ? await leader.offsets(unknown, 'next') : [];
    for (const { errorCode, offset, ...partition } of ends) {
      if (errorCode !== noError) throw protocolError(errorCode);
      // Another leader may have answered meanwhile.
      if (!this.next.has(partitionName(partition))) this.next.set(partitionName(partition), offset);
    }
    return partitions.map(({ topic, partition }) => {
      const offset = this.next.get(partitionName({ topic, partition })) ?? 0n;
      return { topic, partition, offset };
    });
  }

  /** Shows the records, and moves behind them. @throws the error of the partition */
  async take(fetched: FetchedPartition): Promise<void> {
    const { errorCode, end, next, records } = fetched;
    const yieldToEventLoop = eventLoopYielder();
    const name = partitionName(fetched);
    // The broker has deleted or lost what was there: the next round begins at the end.
    if (errorCode === offsetOutOfRange) this.next.delete(name);
    if (errorCode !== noError) throw protocolError(errorCode);
    const from = this.next.get(name) ?? 0n;
    for (const record of records) {
      const offset = BigInt(record.offset);
      if (offset < from) continue;
      this.show(fetched, record);
      this.next.set(name, offset + 1n);
      const pause = yieldToEventLoop();
      if (pause) await pause;
    }
    if (next !== undefined) this.next.set(name, next);
    if (end - (this.next.get(name) ?? end) > maxBehind) this.next.set(name, end);
  }

  private show({ topic, partition }: PartitionName, record: StoredRecord): void {
    for (const single of parts(record)) {
      const read = () => {
        const message = decode(topic, partition, single);
        const { key, id, time } = message;
        return { topic, key, id, time, read: () => readJson(message) };
      };
      show(this.follower, String(single.key), read, this.warn);
    }
  }
}

/** A damaged bundle is a matter for the consumers: it becomes a dead letter. */
function parts(record: StoredRecord): StoredRecord[] {
  try {
    return unbundle(record);
  } catch (error) {
    if (error instanceof InvalidBundle) return [];
    throw error;
  }
}
