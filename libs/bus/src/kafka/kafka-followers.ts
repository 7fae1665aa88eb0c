import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy } from '@tributary/contracts/values/group-by';
import { eventLoopYielder } from '../consuming/yield-to-event-loop.js';
import type { Follower, Following } from '../following/follower.js';
import type { AnyTopic } from '../messages/consume.js';
import { FollowedPartitions } from './followed-partitions.js';
import { kafkaClient, type KafkaConnection } from './kafka-client.js';
import { BrokerMetadata } from './wire/broker-metadata.js';
import {
  BrokerConnection,
  protocolError,
  type BrokerAddress,
  type BrokerOptions,
  type PartitionName,
} from './wire/kafkajs-internals.js';

/** The followers of this process, each with connections of its own. */
export class KafkaFollowers {
  /** Fetch requests since the start. */
  reads = 0;
  private readonly followers = new Set<KafkaFollower>();

  constructor(private readonly connection: KafkaConnection) {}

  follow(topics: AnyTopic[], follower: Follower): Following {
    const onFetch = () => void this.reads++;
    const following = new KafkaFollower({ ...this.connection, topics, follower, onFetch });
    this.followers.add(following);
    following.start();
    const stop = () => {
      this.followers.delete(following);
      following.stop();
    };
    return { started: following.started, stop };
  }

  stop(): void {
    for (const follower of this.followers) follower.stop();
    this.followers.clear();
  }
}

interface KafkaFollowerOptions extends KafkaConnection {
  topics: AnyTopic[];
  follower: Follower;
  /** Called for each fetch request. */
  onFetch: () => void;
}

const timeoutMs = 5_000;
/** An answer of 1 MiB at most every 100 ms bounds what a follower costs; under load each answer then has many records. */
const fetchLimits = { maxWaitMs: 500, maxBytes: 1024 * 1024 };
const fetchPauseMs = 100;
const retryMs = 500;
/** So that partitions that were added are followed. */
const maxRoundMs = 300_000;

interface Leader {
  address: BrokerAddress;
  partitions: PartitionName[];
}

/**
 * Reads topics from their ends over connections of its own. It belongs to no group: it joins within milliseconds where a
 * group waits for members, and leaves nothing at the broker. After an outage it goes on where it was.
 */
class KafkaFollower {
  readonly started: Promise<void>;
  private setStarted!: () => void;
  private readonly partitions: FollowedPartitions;
  private readonly metadata: BrokerMetadata;
  private readonly connections = new Set<BrokerConnection>();
  private readonly client: BrokerOptions;
  private readonly names: string[];
  private isStopped = false;
  private hasFailed = false;

  constructor(private readonly options: KafkaFollowerOptions) {
    const { topics, follower, onFetch: _onFetch, ...connection } = options;
    this.client = { ...connection, logger: kafkaClient(connection).logger(), timeoutMs };
    this.metadata = new BrokerMetadata(connection.brokers, this.client);
    const whileFollowing: Follower = {
      wants: (key) => !this.isStopped && follower.wants(key),
      onMessage: (message) => follower.onMessage(message),
    };
    this.partitions = new FollowedPartitions(whileFollowing, (message) => connection.logger.warn(message));
    this.started = new Promise((resolve) => (this.setStarted = resolve));
    this.names = topics.map(({ name }) => name);
  }

  /** Returns at once, and retries until it is stopped. */
  start(): void {
    void this.run();
  }

  stop(): void {
    this.isStopped = true;
    this.closeConnections();
    this.setStarted();
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.followLeaders(await this.findLeaders());
      } catch (error) {
        if (this.isStopped) return;
        if (!this.hasFailed) this.options.logger.warn(`following pauses: ${(error as Error).message}`);
        this.hasFailed = true;
        this.closeConnections();
        await sleep(retryMs);
      }
    }
  }

  private async findLeaders(): Promise<Leader[]> {
    const { brokers, topicMetadata } = await this.metadata.ask(this.names, []);
    const failed = topicMetadata.find(({ topicErrorCode }) => topicErrorCode !== 0);
    if (failed) throw protocolError(failed.topicErrorCode);
    const all = topicMetadata.flatMap(({ topic, partitionMetadata }) =>
      partitionMetadata.map(({ partitionId: partition, leader }) => ({ topic, partition, leader })),
    );
    const byLeader = groupBy(all, ({ leader }) => leader);
    return Array.from(byLeader, ([leader, partitions]) => {
      const address = brokers.find(({ nodeId }) => nodeId === leader);
      if (!address) throw protocolError(leaderNotAvailable);
      return { address, partitions };
    });
  }

  /** Reads from all leaders until one fails, which may no longer be one. */
  private async followLeaders(leaders: Leader[]): Promise<void> {
    const round = { isOver: false };
    const until = Date.now() + maxRoundMs;
    const ready = leaders.map(async ({ address, partitions }) => {
      const connection = new BrokerConnection(address, this.client);
      this.connections.add(connection);
      await this.partitions.findEnds(connection, partitions);
      return { connection, partitions };
    });
    const connected = await Promise.all(ready);
    this.setStarted();
    if (this.hasFailed) this.options.logger.warn('following goes on');
    this.hasFailed = false;
    const isOver = () => this.isStopped || round.isOver || Date.now() > until;
    const loops = connected.map(({ connection, partitions }) =>
      this.followLeader(connection, partitions, isOver).finally(() => (round.isOver = true)),
    );
    await Promise.all(loops).finally(() => this.closeConnections());
  }

  private async followLeader(connection: BrokerConnection, partitions: PartitionName[], isOver: () => boolean) {
    while (!isOver()) {
      this.options.onFetch();
      const fetched = await connection.fetch(this.partitions.positionsOf(partitions), fetchLimits);
      const yieldToEventLoop = eventLoopYielder();
      for (const partition of fetched) if (!isOver()) await this.partitions.take(partition, yieldToEventLoop);
      await sleep(fetchPauseMs);
    }
  }

  private closeConnections(): void {
    this.metadata.close();
    for (const connection of this.connections) connection.close();
    this.connections.clear();
  }
}

const leaderNotAvailable = 5;
