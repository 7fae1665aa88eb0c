import { AssignerProtocol, Kafka, logLevel, type Admin } from 'kafkajs';

/** A topic as one group consumes it. */
export interface Consumption {
  group: string;
  topic: string;
}

/** The partitions of each member of a group, by the member's id. */
export type Shares = ReadonlyMap<string, number[]>;

/** The offset up to which a group has handled each partition. */
export type Positions = ReadonlyMap<number, bigint>;

/** Looks from outside at who consumes what, and how far it is. */
export class KafkaGroups {
  private constructor(private readonly admin: Admin) {}

  static async connect(brokers: string[]): Promise<KafkaGroups> {
    const admin = new Kafka({ clientId: 'groups', brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    return new KafkaGroups(admin);
  }

  /** @throws while the members are sharing the partitions. */
  async shares({ group, topic }: Consumption): Promise<Shares> {
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

  async positions({ group, topic }: Consumption): Promise<Positions> {
    const [found] = await this.admin.fetchOffsets({ groupId: group, topics: [topic] });
    return new Map(found?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
  }

  /** Messages that the group has yet to handle. */
  async lag(consumption: Consumption): Promise<number> {
    const [ends, positions] = await Promise.all([
      this.admin.fetchTopicOffsets(consumption.topic),
      this.positions(consumption),
    ]);
    const behind = ends.map(({ partition, low, high }) => {
      const next = positions.get(partition) ?? -1n;
      return Number(BigInt(high) - (next < 0n ? BigInt(low) : next));
    });
    return behind.reduce((sum, messages) => sum + messages, 0);
  }

  async close(): Promise<void> {
    await this.admin.disconnect();
  }
}

/** Members of which nothing has moved on since. */
export function idleMembers(shares: Shares, before: Positions, now: Positions): string[] {
  const hasMoved = (partition: number) => (now.get(partition) ?? -1n) > (before.get(partition) ?? -1n);
  return [...shares].filter(([, partitions]) => !partitions.some(hasMoved)).map(([member]) => member);
}
