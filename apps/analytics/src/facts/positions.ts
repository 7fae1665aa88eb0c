import type { PassedMessage, ResumedPartition } from './fact.store.js';

/** How far a partition is applied. */
export interface Position {
  topic: string;
  partition: number;
  /** The offset after the last message that was applied, or became a dead letter. */
  nextOffset: bigint;
  /** Everything that the partition got before this time is applied. */
  newestTime: number;
}

/** The messages of a partition, or the position where it resumes. */
export interface Arrival {
  topic: string;
  partition: number;
  /** Every record from here on was delivered. */
  since: bigint;
  nextOffset: bigint;
  time: number;
  /** Whether its message was never applied, nor belongs to a lost timeline. */
  isNew: boolean;
}

/** Messages of a partition that the store will not get. */
export interface Gap {
  topic: string;
  partition: number;
  /** The next offset that was expected. */
  before: bigint;
  /** Undefined where the topic was recreated or cut off: nothing says what it held before. */
  missing: bigint | undefined;
  completeUntil: number;
}

/** The positions of a store in its partitions. */
export class Positions {
  private readonly known: Map<string, Position>;

  constructor(positions: Position[]) {
    this.known = new Map(positions.map((position) => [keyOf(position), position]));
  }

  has(topic: string, partition: number): boolean {
    return this.known.has(keyOf({ topic, partition }));
  }

  /** Whether the partition has got further than this position. */
  isApplied(topic: string, { partition, offset }: { partition: number; offset: bigint }): boolean {
    const before = this.known.get(keyOf({ topic, partition }));
    return before !== undefined && offset < before.nextOffset;
  }

  /** The changes by arrivals, which are in the order of their offsets. Nothing is changed until `keep`. */
  advance(arrivals: Arrival[]): { moved: Position[]; gaps: Gap[] } {
    const moved = new Map<string, Position>();
    const gaps: Gap[] = [];
    for (const arrival of arrivals) {
      const { topic, partition, time } = arrival;
      const key = keyOf(arrival);
      const before = moved.get(key) ?? this.known.get(key);
      if (before) gaps.push(...gapBetween(before, arrival));
      if (before && isBehind(before, arrival) && !arrival.isNew) continue;
      const newestTime = Math.max(time, before?.newestTime ?? 0);
      moved.set(key, { topic, partition, nextOffset: arrival.nextOffset, newestTime });
    }
    return { moved: [...moved.values()], gaps };
  }

  keep(moved: Position[]): void {
    for (const position of moved) this.known.set(keyOf(position), position);
  }
}

/** The topics are not compacted, so every offset that was skipped was a message. */
function gapBetween(before: Position, arrival: Arrival): Gap[] {
  const { topic, partition } = before;
  const gap = { topic, partition, before: before.nextOffset, completeUntil: before.newestTime };
  if (arrival.since > before.nextOffset) return [{ ...gap, missing: arrival.since - before.nextOffset }];
  return arrival.isNew && isBehind(before, arrival) ? [{ ...gap, missing: undefined }] : [];
}

const isBehind = (before: Position, arrival: Arrival) => arrival.nextOffset <= before.nextOffset;

const keyOf = ({ topic, partition }: Pick<Position, 'topic' | 'partition'>) => `${topic}/${partition}`;

/** A message in process has no position. */
export function arrivalOf({ topic, position, time }: PassedMessage, isNew: boolean): Arrival[] {
  if (!position) return [];
  const { partition, offset, since = offset } = position;
  return [{ topic, partition, since, nextOffset: offset + 1n, time: Math.floor(time), isNew }];
}

/** An unknown partition is taken as it is. */
export const resumedArrivals = (positions: Positions, topic: string, partitions: ResumedPartition[], now: number) =>
  partitions.map(({ partition, offset }): Arrival => {
    const time = positions.has(topic, partition) ? 0 : now;
    return { topic, partition, since: offset, nextOffset: offset, time, isNew: false };
  });
