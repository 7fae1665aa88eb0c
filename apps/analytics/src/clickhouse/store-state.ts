import { Positions, type Gap, type Position } from '../facts/positions.js';
import type { ClickHouseConnection } from './clickhouse-connection.js';
import { pairVersion } from './row-versions.js';

/** The state that a batch begins with. It is read for each batch, because other processes write, too. */
export interface StoreState {
  timeline: number;
  /** The number of the last backfill that was requested; 0 before the first. */
  backfill: number;
  positions: StoredPositions;
}

type Incarnations = Map<number, { incarnation: number; nextOffset: bigint }>;

/** The positions of one topic. */
interface StoredPositions extends Positions {
  incarnations: Incarnations;
}

export async function readState(connection: ClickHouseConnection, topic: string): Promise<StoreState> {
  const [[numbers], positions] = await Promise.all([
    connection.rows<{ timeline: number; backfill: number }>(
      `select (select max(timeline) from timelines) as timeline,
        (select max(number) from backfill_steps where step = 'assigned') as backfill`,
    ),
    readPositions(connection, topic),
  ]);
  return { timeline: numbers?.timeline ?? 0, backfill: numbers?.backfill ?? 0, positions };
}

export async function readTimeline(connection: ClickHouseConnection): Promise<number> {
  const [row] = await connection.rows<{ timeline: number }>('select max(timeline) as timeline from timelines');
  return row?.timeline ?? 0;
}

interface PositionRow {
  partition: number;
  incarnation: number;
  next_offset: string;
  newest_time: number;
}

export async function readPositions(connection: ClickHouseConnection, topic: string): Promise<StoredPositions> {
  const rows = await connection.rows<PositionRow>(
    `select partition, incarnation, toString(next_offset) as next_offset, newest_time
      from positions final where topic = {topic:String}`,
    { topic },
  );
  const positions = rows.map(({ partition, next_offset, newest_time }): Position => ({
    topic,
    partition,
    nextOffset: BigInt(next_offset),
    newestTime: newest_time,
  }));
  const incarnations: Incarnations = new Map(
    rows.map(({ partition, incarnation, next_offset }) => [
      partition,
      { incarnation, nextOffset: BigInt(next_offset) },
    ]),
  );
  return Object.assign(new Positions(positions), { incarnations });
}

/** The greatest position of a partition stays, so a late write of another process moves nothing back. */
export async function writePositions(
  connection: ClickHouseConnection,
  { incarnations }: StoredPositions,
  moved: Position[],
): Promise<void> {
  const rows = moved.map(({ topic, partition, nextOffset, newestTime }) => {
    const before = incarnations.get(partition);
    const isRecreated = before !== undefined && nextOffset < before.nextOffset;
    const incarnation = (before?.incarnation ?? 0) + (isRecreated ? 1 : 0);
    return {
      topic,
      partition,
      incarnation,
      next_offset: String(nextOffset),
      newest_time: newestTime,
      version: pairVersion(BigInt(incarnation), nextOffset),
    };
  });
  await connection.insert('positions', rows);
}

/** The same gap has the same id, whichever process notices it. */
export async function writeGaps(
  connection: ClickHouseConnection,
  { timeline, positions }: Pick<StoreState, 'timeline' | 'positions'>,
  gaps: Gap[],
): Promise<void> {
  const incarnationOf = (partition: number) => positions.incarnations.get(partition)?.incarnation ?? 0;
  const rows = gaps.map(({ topic, partition, missing, completeUntil, before }) => ({
    timeline,
    id: [timeline, topic, partition, incarnationOf(partition), before, missing ?? 'recreated'].join('/'),
    complete_until: completeUntil,
  }));
  await connection.insert('gaps', rows);
}
