import { setTimeout as sleep } from 'node:timers/promises';
import { LeaderLoop, type PartitionWork } from './leader-loop.js';
import { BrokerMetadata, hostOf } from './broker-metadata.js';
import {
  protocolError,
  type BrokerAddress,
  type BrokerOptions,
  type FetchLimits,
  type PartitionName,
} from './broker-connection.js';

export interface PartitionReaderOptions {
  /** `host:port` of brokers to ask first. */
  brokers: string[];
  client: Omit<BrokerOptions, 'timeoutMs'>;
  /** Called when it pauses, because a broker fails, and when it resumes. */
  warn: (message: string) => void;
  topics: string[];
  work: PartitionWork;
  limits: FetchLimits;
  /** Between two requests to a leader. It bounds what reading costs while records come all the time. */
  pauseMs: number;
  /** Called for each fetch request. */
  onFetch?: () => void;
  /** Called for each failure, also those that pass. */
  onFailure?: (error: unknown) => void;
}

interface Leader {
  address: BrokerAddress;
  partitions: PartitionName[];
}

/** For a connection and an answer. A leader that hangs is left earlier, when the others have elected another one. */
const timeoutMs = 5_000;
/** The brokers that are asked for the leaders must not hang for as long. */
const metadataTimeoutMs = 1_000;
/** How soon a new leader, or one that is back, is found. */
const refreshMs = 500;

/**
 * Reads topics over connections of its own. It belongs to no group: it begins within milliseconds where a group waits for
 * members, and leaves nothing at the broker. While a broker is dead or hangs, it reads from the others, and finds the new
 * leader of a partition within half a second.
 */
export class PartitionReader {
  private readonly metadata: BrokerMetadata;
  private readonly client: BrokerOptions;
  private readonly loops = new Map<string, LeaderLoop>();
  /** Hosts of leaders that do not answer now, or the request for them. */
  private readonly failing = new Set<string>();
  /** The brokers that the last answer has named: those that were given may all be down. */
  private known: BrokerAddress[] = [];
  private isStopped = false;
  /** Partitions of all topics, with or without a leader; undefined until a broker has said it. */
  partitionCount: number | undefined;

  constructor(private readonly options: PartitionReaderOptions) {
    this.client = { ...options.client, timeoutMs };
    this.metadata = new BrokerMetadata(options.brokers, { ...this.client, timeoutMs: metadataTimeoutMs });
  }

  /** Returns at once, and retries until it is stopped. */
  start(): void {
    void this.run();
  }

  /** Resolves when what is handled now is handled. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.metadata.close();
    await Promise.all([...this.loops.values()].map((loop) => loop.stop()));
  }

  private async run(): Promise<void> {
    const request = 'metadata';
    while (!this.isStopped) {
      try {
        await this.readFrom(await this.findLeaders());
        this.recovered(request);
      } catch (error) {
        this.failed(request, error);
      }
      await sleep(refreshMs);
    }
    // A request in flight may have connected since.
    this.metadata.close();
  }

  private async findLeaders(): Promise<Leader[]> {
    const { brokers, topicMetadata } = await this.metadata.fetch(this.options.topics, this.known);
    this.known = brokers;
    const failed = topicMetadata.find(({ topicErrorCode }) => topicErrorCode !== 0);
    if (failed) throw protocolError(failed.topicErrorCode);
    const all = topicMetadata.flatMap(({ topic, partitionMetadata }) =>
      partitionMetadata.map(({ partitionId: partition, leader }) => ({ topic, partition, leader })),
    );
    this.partitionCount = all.length;
    // A partition without a leader waits for one.
    return Array.from(Map.groupBy(all, ({ leader }) => leader)).flatMap(([leader, partitions]) => {
      const address = brokers.find(({ nodeId }) => nodeId === leader);
      return address ? [{ address, partitions }] : [];
    });
  }

  /** Reads each partition from its leader. No partition is read from two: their handlers would overtake each other. */
  private async readFrom(leaders: Leader[]): Promise<void> {
    const wanted = new Map(leaders.map((leader) => [hostOf(leader.address), leader]));
    const goesOn = (host: string, loop: LeaderLoop) => loop.isRunning && loop.reads(wanted.get(host)?.partitions ?? []);
    const ended = [...this.loops].filter(([host, loop]) => !goesOn(host, loop));
    await Promise.all(ended.map(([, loop]) => loop.stop()));
    for (const [host] of ended) {
      this.loops.delete(host);
      if (!wanted.has(host)) this.recovered(host);
    }
    for (const [host, { address, partitions }] of wanted)
      if (!this.loops.has(host) && !this.isStopped) this.loops.set(host, this.startLoop(host, address, partitions));
  }

  private startLoop(host: string, address: BrokerAddress, partitions: PartitionName[]): LeaderLoop {
    const { work, limits, pauseMs, onFetch } = this.options;
    const loop = new LeaderLoop({
      address,
      client: this.client,
      partitions,
      work,
      limits,
      pauseMs,
      onFetch: () => onFetch?.(),
      onFetched: () => this.recovered(host),
      onFailure: (error) => {
        this.metadata.avoid(address);
        this.failed(host, error);
      },
    });
    loop.start();
    return loop;
  }

  private failed(what: string, error: unknown): void {
    if (this.isStopped) return;
    this.options.onFailure?.(error);
    if (this.failing.size === 0) this.options.warn(`pauses: ${(error as Error).message}`);
    this.failing.add(what);
  }

  private recovered(what: string): void {
    if (this.failing.delete(what) && this.failing.size === 0) this.options.warn('resumes');
  }
}
