import type { Topic } from '@tributary/contracts/topics/topic';
import type { Admin } from 'kafkajs';
import { partitionOfKey } from '../../src/messages/partition-of-key.js';
import { aTopic, type Step } from '../bus-harness.js';

/** A partition with the brokers that hold it. The first of them is the preferred leader. */
export interface PlacedPartition {
  /** `<topic>/<partition>` */
  name: string;
  topic: Topic<Step>;
  partition: number;
  replicas: number[];
  minInSync: number;
}

/** Creates a topic. `placement` names the brokers of each partition: '12' is on broker 1, its leader, and on broker 2. */
export async function placeTopic(admin: Admin, placement: string[], minInSync: number): Promise<PlacedPartition[]> {
  const topic = aTopic({ partitions: placement.length });
  const replicaAssignment = placement.map((brokers, partition) => ({ partition, replicas: [...brokers].map(Number) }));
  const configEntries = [{ name: 'min.insync.replicas', value: String(minInSync) }];
  await admin.createTopics({
    topics: [{ topic: topic.name, replicaAssignment, configEntries }],
    waitForLeaders: false,
  });
  return replicaAssignment.map(({ replicas, partition }) => ({
    name: `${topic.name}/${partition}`,
    topic,
    partition,
    replicas,
    minInSync,
  }));
}

/** Keys of messages that go to the partition. */
export function keysOf({ topic, partition }: PlacedPartition, count: number): string[] {
  const keys: string[] = [];
  for (let i = 0; keys.length < count; i++)
    if (partitionOfKey(`k-${i}`, topic.partitions) === partition) keys.push(`k-${i}`);
  return keys;
}
