import type { Admin } from 'kafkajs';
import { kafkaClient, type KafkaConnection } from './kafka-client.js';

/** A group that will read a topic again. */
export interface Rewound {
  group: string;
  topic: string;
  /** How many messages it will get again, over all partitions. */
  messages: number;
}

export class GroupInUse extends Error {}

/**
 * Sets every group that has read some of the topics back to where they were at a time (epoch milliseconds), and never
 * forward: what consumers stored since and lost, or have kept, they get again. No group may have a member.
 *
 * Records carry the time of what they tell, which may be ten minutes from when they were written: take an hour more.
 */
export async function rewindGroups(connection: KafkaConnection, topics: string[], time: number): Promise<Rewound[]> {
  const readers = await withAdmin(connection, (admin) => findReaders(admin, topics));
  // A connection each: setting offsets joins the group for seconds, and the broker lets all else on it wait.
  const rewound = await Promise.all(
    readers.map((reader) => withAdmin(connection, (admin) => rewindGroup(admin, reader, time))),
  );
  return rewound.flat();
}

async function withAdmin<R>(connection: KafkaConnection, work: (admin: Admin) => Promise<R>): Promise<R> {
  const admin = kafkaClient(connection).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

interface Reader {
  groupId: string;
  committed: Committed[];
}

interface Committed {
  topic: string;
  partitions: { partition: number; offset: string }[];
}

/** The groups that have read some of the topics. @throws when one has a member */
async function findReaders(admin: Admin, topics: string[]): Promise<Reader[]> {
  const ids = (await admin.listGroups()).groups.map(({ groupId }) => groupId).sort();
  const read = await Promise.all(
    ids.map(async (groupId) => ({ groupId, committed: await commits(admin, groupId, topics) })),
  );
  const readers = read.filter(({ committed }) => committed.length > 0);
  await refuseMembers(admin, readers.map(({ groupId }) => groupId)); // prettier-ignore
  return readers;
}

/** Where a group stands in the topics that it has read. */
async function commits(admin: Admin, groupId: string, topics: string[]): Promise<Committed[]> {
  const known = await admin.fetchOffsets({ groupId, topics });
  return known
    .map(({ topic, partitions }) => ({ topic, partitions: partitions.filter(({ offset }) => BigInt(offset) >= 0n) }))
    .filter(({ partitions }) => partitions.length > 0);
}

async function refuseMembers(admin: Admin, groupIds: string[]): Promise<void> {
  if (groupIds.length === 0) return;
  const { groups } = await admin.describeGroups(groupIds);
  const inUse = groups.filter(({ members }) => members.length > 0).map(({ groupId }) => groupId);
  if (inUse.length > 0)
    throw new GroupInUse(`These groups have members, whose processes must be stopped first: ${inUse.join(', ')}`);
}

/** One topic after the other: a group whose offsets are being set has a member. */
async function rewindGroup(admin: Admin, { groupId, committed }: Reader, time: number): Promise<Rewound[]> {
  const rewound: Rewound[] = [];
  for (const { topic, partitions } of committed) {
    const messages = await rewind(admin, { groupId, topic, partitions }, time);
    if (messages > 0) rewound.push({ group: groupId, topic, messages });
  }
  return rewound;
}

/** How many messages the group will get again. */
async function rewind(admin: Admin, { groupId, topic, partitions }: Committed & { groupId: string }, time: number) {
  const then = new Map(
    (await admin.fetchTopicOffsetsByTimestamp(topic, time)).map(({ partition, offset }) => [partition, BigInt(offset)]),
  );
  const back = partitions.flatMap(({ partition, offset }) => {
    const [now, target] = [BigInt(offset), then.get(partition) ?? -1n];
    return target >= 0n && target < now ? [{ partition, offset: String(target), messages: Number(now - target) }] : [];
  });
  if (back.length > 0) await admin.setOffsets({ groupId, topic, partitions: back });
  return back.reduce((sum, { messages }) => sum + messages, 0);
}
