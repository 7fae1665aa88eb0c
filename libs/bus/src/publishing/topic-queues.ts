import { partitionOfKey } from '../messages/partition-of-key.js';
import { noLeader, type Cluster, type NodeId } from './cluster.js';
import type { OutboundQueue } from './outbound-queue.js';
import { LeaderQueue, PartitionQueue, type QueuedRecord } from './partition-queue.js';

/** The queues of a topic's partitions. */
export class TopicQueue<R> {
  readonly partitions: PartitionQueue<R>[] = [];
  /** Over how many partitions keys are spread; 0 while unknown. */
  partitionCount = 0;
  /** Messages that wait until the partitions are known. */
  readonly unrouted: QueuedRecord<R>[] = [];
  /** Whether the partitions are being asked for: an attempt may leave no message, and pauses before the next one. */
  isLocating = false;

  constructor(readonly name: string) {}

  /** The queue for a key; undefined while the partitions are unknown. */
  queueOf(key: string): PartitionQueue<R> | undefined {
    return this.partitionCount === 0 ? undefined : this.partitions[partitionOfKey(key, this.partitionCount)];
  }
}

/** The topics published to, and which broker leads which of their partitions. */
export class TopicQueues<R> {
  private readonly topics = new Map<string, TopicQueue<R>>();
  private readonly leaders = new Map<NodeId, LeaderQueue<R>>();

  /** How many brokers lead partitions. Partitions without a leader count as one more. */
  leaderCount = 0;

  constructor(
    private readonly cluster: Cluster<R>,
    private readonly outbound: OutboundQueue,
  ) {}

  get names(): string[] {
    return [...this.topics.keys()];
  }

  of(name: string): TopicQueue<R> {
    const known = this.topics.get(name);
    if (known) return known;
    const topic = new TopicQueue<R>(name);
    this.topics.set(name, topic);
    return topic;
  }

  /** Moves partitions to their present leaders, and returns those that were ready for a request. */
  followLeaders(): PartitionQueue<R>[] {
    const moved = [...this.topics.values()].flatMap((topic) => this.follow(topic));
    const all = [...this.topics.values()].flatMap(({ partitions }) => partitions);
    this.leaderCount = new Set(all.map(({ leader }) => leader)).size;
    return moved;
  }

  private follow(topic: TopicQueue<R>): PartitionQueue<R>[] {
    const nodes = this.cluster.leadersOf(topic.name);
    if (!nodes) return [];
    topic.partitionCount = nodes.length;
    while (topic.partitions.length < nodes.length)
      topic.partitions.push(
        new PartitionQueue(topic.name, topic.partitions.length, this.leader(noLeader), this.outbound),
      );
    // A partition that is gone has no leader any more; what it holds fails at its deadline.
    return topic.partitions.filter((queue, i) => queue.follow(this.leader(nodes[i] ?? noLeader)));
  }

  private leader(node: NodeId): LeaderQueue<R> {
    const known = this.leaders.get(node);
    if (known) return known;
    const leader = new LeaderQueue<R>(node);
    this.leaders.set(node, leader);
    return leader;
  }
}
