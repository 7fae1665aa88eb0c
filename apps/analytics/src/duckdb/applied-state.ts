import type { Received } from '@tributary/bus/message';
import { activityStored } from '@tributary/contracts/topics';

interface Progress {
  /** The partition's messages below it are applied. */
  nextOffset: bigint;
  /** Time of the newest applied message. */
  newestTime: number;
}

/** One applied message, or the newest of its partition and datamart. */
export interface AppliedRow {
  datamart_id: bigint;
  time: number;
  topic: string;
  partition: number | null;
  offset: bigint | null;
}

/** How far messages are applied: what `applied_messages` says, held in memory by the one process that owns the file. */
export class AppliedState {
  private readonly partitions = new Map<string, Progress>();
  private readonly watermarks = new Map<bigint, number>();

  add({ datamart_id, time, topic, partition, offset }: AppliedRow): void {
    if (topic === activityStored.name) this.watermarks.set(datamart_id, Math.max(time, this.watermark(datamart_id)));
    if (partition === null || offset === null) return;
    const key = `${topic}/${partition}`;
    const known = this.partitions.get(key);
    this.partitions.set(key, {
      nextOffset: known && known.nextOffset > offset ? known.nextOffset : offset + 1n,
      newestTime: Math.max(time, known?.newestTime ?? 0),
    });
  }

  /**
   * True when the partition has been applied beyond the message. A topic that was made anew counts from 0 again: its
   * messages are told by being newer than all that was applied, and are left to the check of ids.
   */
  covers({ topic, position, time }: Received<unknown>): boolean {
    if (!position) return false;
    const known = this.partitions.get(`${topic}/${position.partition}`);
    return known !== undefined && position.offset < known.nextOffset && time <= known.newestTime;
  }

  /** Up to when the activities of a datamart are counted. */
  watermark(datamart_id: bigint): number {
    return this.watermarks.get(datamart_id) ?? 0;
  }

  newestWatermark(): number {
    let newest = 0;
    for (const time of this.watermarks.values()) newest = Math.max(newest, time);
    return newest;
  }
}
