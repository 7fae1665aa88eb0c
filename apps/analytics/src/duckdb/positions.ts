import type { DuckDBConnection } from '@duckdb/node-api';

/** How far a partition is applied. */
export interface Position {
  topic: string;
  partition: number;
  /** The offset after the last message that was applied, or became a dead letter. */
  nextOffset: bigint;
  /** Everything that the partition got before this time is applied. */
  newestTime: number;
}

/** What a partition brought, or where it resumes. */
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

/** Messages of a partition that this file will not get. */
export interface Gap {
  topic: string;
  partition: number;
  /** Undefined where the topic was recreated or cut off: nothing says what it held before. */
  missing: bigint | undefined;
  completeUntil: number;
}

/** In-memory copy of the table. Only one process owns the file, so the copy is always current. */
export class Positions {
  private constructor(private readonly known: Map<string, Position>) {}

  static async read(connection: DuckDBConnection): Promise<Positions> {
    const reader = await connection.runAndReadAll(
      'select topic, partition, next_offset as "nextOffset", newest_time::double as "newestTime" from positions',
    );
    const rows = reader.getRowObjects() as unknown as Position[];
    return new Positions(new Map(rows.map((row) => [keyOf(row), row])));
  }

  has(topic: string, partition: number): boolean {
    return this.known.has(keyOf({ topic, partition }));
  }

  /** What arrivals, in the order of their offsets, change. Nothing is changed until `keep`. */
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

export async function writePositions(connection: DuckDBConnection, moved: Position[]): Promise<void> {
  if (moved.length === 0) return;
  const rows = moved.map((_, index) => `($${4 * index + 1}, $${4 * index + 2}, $${4 * index + 3}, $${4 * index + 4})`);
  await connection.run(
    `insert or replace into positions values ${rows.join(', ')}`,
    moved.flatMap(({ topic, partition, nextOffset, newestTime }) => [topic, partition, nextOffset, BigInt(newestTime)]),
  );
}

/** The topics are not compacted, so every offset that was skipped was a message. */
function gapBetween(before: Position, arrival: Arrival): Gap[] {
  const { topic, partition } = before;
  const gap = { topic, partition, completeUntil: before.newestTime };
  if (arrival.since > before.nextOffset) return [{ ...gap, missing: arrival.since - before.nextOffset }];
  return arrival.isNew && isBehind(before, arrival) ? [{ ...gap, missing: undefined }] : [];
}

const isBehind = (before: Position, arrival: Arrival) => arrival.nextOffset <= before.nextOffset;

const keyOf = ({ topic, partition }: Pick<Position, 'topic' | 'partition'>) => `${topic}/${partition}`;
