import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Cluster, type NodeId, type PartitionRecords } from '../src/publishing/cluster.js';

/** Brokers that keep what they are sent. Tests decide who leads and what fails. */
export class StandInCluster implements Cluster<string> {
  readonly written: PartitionRecords<string>[] = [];
  readonly requests: { leader: NodeId; isRetry: boolean; partitions: number[] }[] = [];
  /** Partitions that were in two requests at once, and brokers that had two. */
  readonly overlaps: string[] = [];
  refreshes = 0;
  error?: Error;
  private known?: NodeId[];
  private readonly inFlight = new Map<string, number>();

  /** @param leaders of the partitions of every topic */
  constructor(
    public leaders: NodeId[],
    /** The outcome of a partition in a request; undefined for success. */
    public outcome: (leader: NodeId, partition: number) => Promise<Error | undefined> | Error | undefined = () =>
      undefined,
  ) {}

  leadersOf = () => this.known;
  errorOf = () => this.error;
  isStale = () => false;
  close = () => {};

  async refresh(): Promise<void> {
    this.refreshes++;
    await nextTurn();
    if (this.leaders.length > 0) this.known = [...this.leaders];
  }

  async produce(leader: NodeId, isRetry: boolean, batches: PartitionRecords<string>[]): Promise<(Error | undefined)[]> {
    this.requests.push({ leader, isRetry, partitions: batches.map(({ partition }) => partition) });
    for (const { partition } of batches) this.count(`partition ${partition}`, 1);
    this.count(`leader ${leader} ${isRetry}`, 1);
    const outcomes = await Promise.all(batches.map(async ({ partition }) => this.outcome(leader, partition)));
    for (const [i, batch] of batches.entries()) {
      this.count(`partition ${batch.partition}`, -1);
      if (outcomes[i] === undefined || outcomes[i] instanceof LostAnswer) this.written.push(batch);
    }
    this.count(`leader ${leader} ${isRetry}`, -1);
    return outcomes;
  }

  recordsOf(partition: number): string[] {
    return this.written.filter((batch) => batch.partition === partition).flatMap(({ records }) => records);
  }

  private count(name: string, more: number): void {
    const count = (this.inFlight.get(name) ?? 0) + more;
    if (count > 1) this.overlaps.push(name);
    this.inFlight.set(name, count);
  }
}

/** The records are written, and the publisher does not learn of it. */
export class LostAnswer extends Error {}
