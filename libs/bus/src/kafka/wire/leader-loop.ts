import { setTimeout as sleep } from 'node:timers/promises';
import { eventLoopYielder } from '../../consuming/yield-to-event-loop.js';
import {
  BrokerConnection,
  partitionName,
  type BrokerAddress,
  type BrokerOptions,
  type FetchedPartition,
  type FetchLimits,
  type PartitionName,
  type PartitionPosition,
} from './broker-connection.js';

/** The work of a reader on records, and its position. */
export interface PartitionWork {
  /** Where to go on. May ask the leader. @throws the error of a partition */
  positions(leader: BrokerConnection, partitions: PartitionName[]): Promise<PartitionPosition[]>;
  /** Handles the records, and moves behind them. @throws the error of the partition */
  take(fetched: FetchedPartition, isStopped: () => boolean): Promise<void>;
}

export interface LeaderLoopOptions {
  address: BrokerAddress;
  client: BrokerOptions;
  partitions: PartitionName[];
  work: PartitionWork;
  limits: FetchLimits;
  pauseMs: number;
  onFetch: () => void;
  /** Called when a request was answered, and all its partitions were. */
  onFetched: () => void;
  onFailure: (error: unknown) => void;
}

/** Reads partitions from their leader, until something fails or it is stopped. */
export class LeaderLoop {
  isRunning = false;
  private isStopped = false;
  private readonly connection: BrokerConnection;
  private taking: Promise<unknown> = Promise.resolve();
  private fetches = 0;

  constructor(private readonly options: LeaderLoopOptions) {
    this.connection = new BrokerConnection(options.address, options.client);
  }

  reads(partitions: PartitionName[]): boolean {
    const names = new Set(this.options.partitions.map(partitionName));
    return names.size === partitions.length && partitions.every((partition) => names.has(partitionName(partition)));
  }

  start(): void {
    this.isRunning = true;
    void this.run();
  }

  /**
   * Resolves when what is handled now is handled, and nothing is handled afterwards. It does not wait for a request in flight:
   * a connection that is being made may take seconds to end.
   */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.connection.close();
    await this.taking;
  }

  private async run(): Promise<void> {
    try {
      while (!this.isStopped) {
        await this.fetch();
        await sleep(this.options.pauseMs);
      }
    } catch (error) {
      if (!this.isStopped) this.options.onFailure(error);
    } finally {
      this.isRunning = false;
      this.connection.close();
    }
  }

  private async fetch(): Promise<void> {
    const { work, limits, onFetch, onFetched } = this.options;
    const isStopped = () => this.isStopped;
    const positions = await work.positions(this.connection, this.nextOrder());
    onFetch();
    const failures: unknown[] = [];
    const yieldToEventLoop = eventLoopYielder();
    for (const fetched of await this.connection.fetch(positions, limits)) {
      if (this.isStopped) return;
      // One that has moved, for example, keeps no other from being read.
      this.taking = work.take(fetched, isStopped).catch((error: unknown) => failures.push(error));
      await this.taking;
      const pause = yieldToEventLoop();
      if (pause) await pause;
    }
    if (failures.length > 0) throw failures[0];
    onFetched();
  }

  /** Each partition is the first one from time to time: an answer is limited, and may end with the records of the first. */
  private nextOrder(): PartitionName[] {
    const { partitions } = this.options;
    const first = this.fetches++ % partitions.length;
    return [...partitions.slice(first), ...partitions.slice(0, first)];
  }
}
