import type { Admin } from 'kafkajs';
import { suspectGroup } from '../../suspects/suspect-log.js';
import { kafkaClient, type KafkaConnection } from '../kafka-client.js';

/** A group that will read messages of a topic again. */
export interface Rewound {
  group: string;
  topic: string;
  /** How many messages it will get again, over all partitions. */
  messages: number;
}

export class GroupInUse extends Error {}

/**
 * Sets every group that has read one of the topics back to the offsets of a time (epoch milliseconds), never forward.
 * The consumers then get again what was published since, whether they have lost it or not. No group may have a member.
 *
 * A record's timestamp is the time of its event, up to ten minutes from when it was written: choose a time an hour
 * earlier.
 */
export async function rewindGroups(connection: KafkaConnection, topics: string[], time: number): Promise<Rewound[]> {
  const readers = await withAdmin(connection, (admin) => findReaders(admin, topics));
  // One connection each: setting offsets joins the group for seconds, and blocks other requests on the connection.
  const rewound = await Promise.all(
    readers.map((reader) => withAdmin(connection, (admin) => rewindGroup(admin, reader, time))),
  );
  return rewound.flat();
}

export async function withAdmin<R>(connection: KafkaConnection, work: (admin: Admin) => Promise<R>): Promise<R> {
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

/** The groups that have read one of the topics. @throws GroupInUse when one has a member */
async function findReaders(admin: Admin, topics: string[]): Promise<Reader[]> {
  const { groups } = await admin.listGroups();
  const ids = groups
    .map(({ groupId }) => groupId)
    .filter((id) => !id.startsWith(suspectGroup('')))
    .sort();
  const read = await Promise.all(
    ids.map(async (groupId) => ({ groupId, committed: await committedOffsets(admin, groupId, topics) })),
  );
  const readers = read.filter(({ committed }) => committed.length > 0);
  const groupIds = readers.map(({ groupId }) => groupId);
  await refuseMembers(admin, groupIds);
  return readers;
}

/** The committed offsets of a group in those of the topics that it has read. */
async function committedOffsets(admin: Admin, groupId: string, topics: string[]): Promise<Committed[]> {
  const offsets = await admin.fetchOffsets({ groupId, topics });
  return offsets
    .map(({ topic, partitions }) => ({ topic, partitions: partitions.filter(({ offset }) => BigInt(offset) >= 0n) }))
    .filter(({ partitions }) => partitions.length > 0);
}

/** @throws GroupInUse when one has a member */
export async function refuseMembers(admin: Admin, groupIds: string[]): Promise<void> {
  if (groupIds.length === 0) return;
  const { groups } = await admin.describeGroups(groupIds);
  const inUse = groups.filter(({ members }) => members.length > 0).map(({ groupId }) => groupId);
  if (inUse.length > 0)
    throw new GroupInUse(`Stop the processes of these groups first, which still have members: ${inUse.join(', ')}`);
}

/** One topic after the other: while its offsets are set, the group has a member. */
async function rewindGroup(admin: Admin, { groupId, committed }: Reader, time: number): Promise<Rewound[]> {
  const rewound: Rewound[] = [];
  for (const { topic, partitions } of committed) {
    const messages = await rewind(admin, { groupId, topic, partitions }, time);
    if (messages > 0) rewound.push({ group: groupId, topic, messages });
  }
  return rewound;
}

/** Returns how many messages the group will get again. */
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
