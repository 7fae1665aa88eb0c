import { setTimeout as sleep } from 'node:timers/promises';
import { eventLoopYielder } from '../../consuming/yield-to-event-loop.js';
import {
  BrokerConnection,
  type BrokerAddress,
  type BrokerOptions,
  type FetchedPartition,
  type FetchLimits,
  type PartitionName,
  type PartitionPosition,
} from './kafkajs-internals.js';

/** What a reader does with records, and where it is. */
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
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: LeaderLoopOptions) {
    this.connection = new BrokerConnection(options.address, options.client);
  }

  reads(partitions: PartitionName[]): boolean {
    const names = new Set(this.options.partitions.map(nameOf));
    return names.size === partitions.length && partitions.every((partition) => names.has(nameOf(partition)));
  }

  start(): void {
    this.isRunning = true;
    this.running = this.run();
  }

  /** Ends a request in flight. Resolves when what is handled now is handled. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.connection.close();
    await this.running;
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
    const { work, partitions, limits, onFetch, onFetched } = this.options;
    const isStopped = () => this.isStopped;
    const positions = await work.positions(this.connection, partitions);
    onFetch();
    const failures: unknown[] = [];
    const yieldToEventLoop = eventLoopYielder();
    for (const fetched of await this.connection.fetch(positions, limits)) {
      if (this.isStopped) return;
      // One that has moved, for example, keeps no other from being read.
      await work.take(fetched, isStopped).catch((error: unknown) => failures.push(error));
      const pause = yieldToEventLoop();
      if (pause) await pause;
    }
    if (failures.length > 0) throw failures[0];
    onFetched();
  }
}

const nameOf = ({ topic, partition }: PartitionName) => `${topic}/${partition}`;
