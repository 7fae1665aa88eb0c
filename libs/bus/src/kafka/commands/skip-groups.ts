import type { Admin } from 'kafkajs';
import type { KafkaConnection } from '../kafka-client.js';
import { refuseMembers, withAdmin } from './rewind-groups.js';

/** A group and a topic that it consumes. */
export interface Subscription {
  group: string;
  topic: string;
}

/**
 * Sets groups to the ends of their topics, in every partition, so that they never get what the topics hold now. A group may
 * not have committed anything yet; none may have a member. @returns how many messages each leaves out
 */
export async function skipGroups(
  connection: KafkaConnection,
  subscriptions: Subscription[],
): Promise<(Subscription & { messages: number })[]> {
  await withAdmin(connection, (admin) =>
    refuseMembers(
      admin,
      subscriptions.map(({ group }) => group),
    ),
  );
  // One connection each: setting offsets joins the group for seconds, and blocks other requests on the connection.
  return Promise.all(
    subscriptions.map(async (subscription) => ({
      ...subscription,
      messages: await withAdmin(connection, (admin) => skip(admin, subscription)),
    })),
  );
}

async function skip(admin: Admin, { group: groupId, topic }: Subscription): Promise<number> {
  const ends = await admin.fetchTopicOffsets(topic);
  const committed = (await admin.fetchOffsets({ groupId, topics: [topic] }))[0]?.partitions ?? [];
  await admin.setOffsets({
    groupId,
    topic,
    partitions: ends.map(({ partition, high }) => ({ partition, offset: high })),
  });
  const nextOf = (partition: number) => Number(committed.find((entry) => entry.partition === partition)?.offset ?? -1);
  return ends.reduce(
    (sum, { partition, low, high }) => sum + Number(high) - Math.max(nextOf(partition), Number(low)),
    0,
  );
}
