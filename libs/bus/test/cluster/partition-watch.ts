import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel, type Admin } from 'kafkajs';
import type { PlacedPartition } from './placed-topics.js';

const pollMs = 100;

interface PartitionState {
  /** -1 without a leader. */
  leader: number;
  inSync: number[];
}

interface Observation {
  at: number;
  states: Map<string, PartitionState>;
}

/** Follows the leaders and in-sync replicas of partitions, as one broker knows them. */
export class PartitionWatch {
  private readonly observations: Observation[] = [];
  private isStopped = false;
  private readonly polling: Promise<void>;
  /** kafkajs rejects all metadata as long as one partition has no leader. */
  private readonly replicated: PlacedPartition[];

  private constructor(
    private readonly admin: Admin,
    partitions: PlacedPartition[],
  ) {
    this.replicated = partitions.filter(({ replicas }) => replicas.length > 1);
    this.polling = this.poll();
  }

  /** @param brokers of one broker, which stays alive: kafkajs asks any broker to which it is connected. */
  static async start(brokers: string[], partitions: PlacedPartition[]): Promise<PartitionWatch> {
    const admin = new Kafka({
      brokers,
      logLevel: logLevel.NOTHING,
      requestTimeout: 2_000,
      retry: { retries: 0 },
    }).admin();
    await admin.connect();
    return new PartitionWatch(admin, partitions);
  }

  get latest(): ReadonlyMap<string, PartitionState> {
    return this.observations.at(-1)?.states ?? new Map<string, PartitionState>();
  }

  /** @throws unless every partition is led by its preferred leader and has all its replicas in sync. */
  expectWhole(): void {
    for (const { name, replicas } of this.replicated) {
      const { leader, inSync = [] } = this.latest.get(name) ?? {};
      if (leader !== replicas[0] || inSync.length < replicas.length)
        throw new Error(`${name} of ${String(replicas)} is led by ${leader}, in sync: ${String(inSync)}`);
    }
  }

  /** @throws unless the broker is neither a leader nor in sync, where another replica exists. */
  expectWithout(broker: number): void {
    for (const { name } of this.replicated) {
      const { leader, inSync = [] } = this.latest.get(name) ?? {};
      if (leader === undefined || leader < 0 || leader === broker || inSync.includes(broker))
        throw new Error(`${name} is led by ${leader}, in sync: ${String(inSync)}`);
    }
  }

  /**
   * Since when no replica that must acknowledge a message to the partition is on the broken broker. Undefined if the
   * partition cannot take messages without it, or had to move.
   */
  healthySince({ name, replicas, minInSync }: PlacedPartition, broken: number): number | undefined {
    if (replicas.length === 1) return replicas.includes(broken) ? undefined : 0;
    const [first, ...later] = this.observations.map(({ at, states }) => ({ at, ...states.get(name) }));
    if (!first || first.leader === broken || later.some(({ leader }) => leader !== first.leader)) return undefined;
    const isEnough = ({ inSync = [] }: Partial<PartitionState>) =>
      !inSync.includes(broken) && inSync.length >= minInSync;
    return [first, ...later].find(isEnough)?.at;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.polling;
    await this.admin.disconnect();
  }

  private async poll(): Promise<void> {
    const topics = [...new Set(this.replicated.map(({ topic }) => topic.name))];
    while (!this.isStopped) {
      const metadata = await this.admin.fetchTopicMetadata({ topics }).catch(() => undefined);
      const states = new Map<string, PartitionState>();
      for (const topic of metadata?.topics ?? [])
        for (const { partitionId, leader, isr } of topic.partitions)
          states.set(`${topic.name}/${partitionId}`, { leader, inSync: isr });
      if (states.size === this.replicated.length) this.observations.push({ at: performance.now(), states });
      await sleep(pollMs);
    }
  }
}
