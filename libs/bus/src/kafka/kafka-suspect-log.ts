import { retry } from '@tributary/contracts/retry';
import { suspectForMs, suspectGroup, type SuspectBatch, type SuspectLog } from '../suspects/suspect-log.js';
import { batchesOf, markOf } from '../suspects/suspect-mark.js';
import { clusterClient, type KafkaConnection } from './kafka-client.js';
import type { Coordinator } from './wire/kafkajs-modules.js';

/** Short: the mark must be there before another member of the group gets the partition. */
const [pauseMs, timeoutMs] = [100, 4_000];

/**
 * Marks the partitions of suspect batches, where their next owner looks: in the metadata of offsets, which a group beside
 * the consumer's own has committed. That has no members, so that it takes the commit of another process.
 */
export class KafkaSuspectLog implements SuspectLog {
  constructor(private readonly connection: KafkaConnection) {}

  async write(batches: SuspectBatch[]): Promise<void> {
    const byGroup = Map.groupBy(batches, ({ group }) => group);
    const mark = async (coordinator: Coordinator, group: string) => {
      const since = Date.now() - suspectForMs;
      const earlier = (await marked(coordinator, group)).filter(({ time }) => time >= since);
      const topics = Array.from(
        Map.groupBy(byGroup.get(group) ?? [], ({ topic }) => topic),
        ([topic, ofTopic]) => ({ topic, partitions: ofTopic.map((batch) => markOf(batch, earlier)) }),
      );
      const member = { groupGenerationId: -1, memberId: '' };
      await coordinator.offsetCommit({ groupId: suspectGroup(group), ...member, topics });
    };
    const isRetryable = () => true;
    await retry(() => this.ask([...byGroup.keys()], mark), { pauseMs, timeoutMs, isRetryable });
  }

  async read(since: number, groups: string[]): Promise<SuspectBatch[]> {
    const batches = await this.ask(groups, marked);
    return batches.flat().filter(({ time }) => time >= since);
  }

  private async ask<R>(groups: string[], work: (coordinator: Coordinator, group: string) => Promise<R>): Promise<R[]> {
    const cluster = clusterClient(this.connection);
    try {
      await cluster.connect();
      const askOne = async (group: string) =>
        work(await cluster.findGroupCoordinator({ groupId: suspectGroup(group) }), group);
      return await Promise.all(groups.map(askOne));
    } finally {
      await cluster.disconnect();
    }
  }
}

/** The batches that the marks of the group name. */
async function marked(coordinator: Coordinator, group: string): Promise<SuspectBatch[]> {
  const { responses } = await coordinator.offsetFetch({ groupId: suspectGroup(group), topics: [] });
  return responses.flatMap(({ topic, partitions }) =>
    partitions.flatMap(({ metadata }) => batchesOf(metadata ?? '', { group, topic })),
  );
}
