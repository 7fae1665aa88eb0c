import { AssignerProtocol, Kafka, logLevel, type Admin } from 'kafkajs';
import { eventually } from '../eventually.js';

/** A consumer group and a topic that it consumes. */
export interface Subscription {
  group: string;
  topic: string;
}

/** The partitions assigned to each member of a group, by member id. */
export type Assignments = ReadonlyMap<string, number[]>;

/** The offset that a group has committed, by partition. */
export type CommittedOffsets = ReadonlyMap<number, bigint>;

/** Reads the state of consumer groups with an admin client: assignments, committed offsets, lag. */
export class KafkaGroups {
  private constructor(private readonly admin: Admin) {}

  static async connect(brokers: string[]): Promise<KafkaGroups> {
    const admin = new Kafka({ clientId: 'groups', brokers, logLevel: logLevel.NOTHING }).admin();
    await eventually(() => admin.connect());
    return new KafkaGroups(admin);
  }

  /** @throws during a rebalance. */
  async assignments({ group, topic }: Subscription): Promise<Assignments> {
    const { groups } = await this.admin.describeGroups([group]);
    const { state, members = [] } = groups[0] ?? {};
    if (state !== 'Stable') throw new Error(`${group} is ${state}`);
    return new Map(
      members.map(({ memberId, memberAssignment }) => {
        const decoded = AssignerProtocol.MemberAssignment.decode(memberAssignment);
        return [memberId, decoded?.assignment[topic] ?? []];
      }),
    );
  }

  async committedOffsets({ group, topic }: Subscription): Promise<CommittedOffsets> {
    const [found] = await this.admin.fetchOffsets({ groupId: group, topics: [topic] });
    return new Map(found?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
  }

  /** Number of messages that the group has not handled yet. */
  async lag(subscription: Subscription): Promise<number> {
    const [ends, committedOffsets] = await Promise.all([
      this.admin.fetchTopicOffsets(subscription.topic),
      this.committedOffsets(subscription),
    ]);
    const behind = ends.map(({ partition, low, high }) => {
      const next = committedOffsets.get(partition) ?? -1n;
      return Number(BigInt(high) - (next < 0n ? BigInt(low) : next));
    });
    return behind.reduce((sum, messages) => sum + messages, 0);
  }

  /** Lets the group read the whole topic again, once it has no member: a killed one stays for the time of its session. */
  async reset({ group: groupId, topic }: Subscription): Promise<void> {
    await eventually(() => this.admin.resetOffsets({ groupId, topic, earliest: true }));
  }

  async close(): Promise<void> {
    await this.admin.disconnect();
  }
}

/** Members none of whose partitions has advanced. */
export function idleMembers(assignments: Assignments, before: CommittedOffsets, now: CommittedOffsets): string[] {
  const hasAdvanced = (partition: number) => (now.get(partition) ?? -1n) > (before.get(partition) ?? -1n);
  return [...assignments].filter(([, partitions]) => !partitions.some(hasAdvanced)).map(([member]) => member);
}
