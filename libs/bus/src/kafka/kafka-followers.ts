import type { Follower, Following } from '../following/follower.js';
import type { AnyTopic } from '../messages/consume.js';
import { FollowedPartitions } from './followed-partitions.js';
import { brokerClient, type KafkaConnection } from './kafka-client.js';
import { PartitionReader } from './wire/partition-reader.js';

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

/** An answer of 1 MiB at most every 100 ms bounds what a follower costs; under load each answer then has many records. */
const limits = { maxWaitMs: 500, maxBytes: 1024 * 1024 };
const pauseMs = 100;

/** Reads topics from their ends. After an outage it continues where it stopped. */
class KafkaFollower {
  readonly started: Promise<void>;
  private setStarted!: () => void;
  private readonly partitions: FollowedPartitions;
  private readonly reader: PartitionReader;
  private isStopped = false;

  constructor({ topics, follower, onFetch, ...connection }: KafkaFollowerOptions) {
    this.started = new Promise((resolve) => (this.setStarted = resolve));
    const whileFollowing: Follower = {
      wants: (key) => !this.isStopped && follower.wants(key),
      onMessage: (message) => follower.onMessage(message),
    };
    this.partitions = new FollowedPartitions(whileFollowing, (message) => connection.logger.warn(message));
    this.reader = new PartitionReader({
      brokers: connection.brokers,
      client: brokerClient(connection),
      warn: (message) => connection.logger.warn(`following ${message}`),
      topics: topics.map(({ name }) => name),
      work: this.partitions,
      limits,
      pauseMs,
      onFetch: () => {
        onFetch();
        if (this.partitions.count === this.reader.partitionCount) this.setStarted();
      },
    });
  }

  /** Returns at once, and retries until it is stopped. */
  start(): void {
    this.reader.start();
  }

  stop(): void {
    this.isStopped = true;
    void this.reader.stop();
    this.setStarted();
  }
}
