import { retry } from '@tributary/contracts/retry';
import { z } from 'zod';
import { formatPosition, parsePositions } from '../dead-letters/record-position.js';
import { parseJson } from '../messages/parse-json.js';
import { suspectForMs, suspectGroup, type SuspectBatch, type SuspectLog } from '../suspects/suspect-log.js';
import { clusterClient, type KafkaConnection } from './kafka-client.js';
import type { Coordinator } from './wire/kafkajs-modules.js';

/** Short: the mark must be there before another member of the group gets the partition. */
const [pauseMs, timeoutMs] = [100, 4_000];

/** Kafka refuses metadata of more than 4,096 bytes by default. Names are ASCII. */
const maxMarkLength = 3_900;

/** The metadata of an offset. */
const Mark = z.object({
  /** The positions of the records in hand. */
  records: z.string(),
  /** The names of the messages among them that have blocked the thread again, alone. Versions before name the last one. */
  proven: z.union([z.array(z.string()), z.string().transform((name) => [name])]).default([]),
  time: z.number(),
});

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

/**
 * A suspect message that blocks the thread leaves its neighbours suspect, and those proven that were so before: while
 * their record is not handled completely, they come again.
 */
function markOf(batch: SuspectBatch, earlier: SuspectBatch[]) {
  const { topic, messages, time, wasSuspect } = batch;
  const [areProven, ranges] = [true, false].map((proven) =>
    earlier.filter((one) => one.topic === topic && one.wasSuspect === proven),
  );
  const range = wasSuspect ? ranges?.find((one) => one.messages.includes(recordOf(messages[0]))) : undefined;
  const records = (range ?? batch).messages.map(recordOf);
  const before = areProven?.flatMap((one) => one.messages).filter((name) => records.includes(recordOf(name))) ?? [];
  // The newest one stands last.
  const proven = [...new Set([...(wasSuspect ? messages.slice(0, 1) : []), ...before.toReversed()])].reverse();
  const [[partition, first], [, last]] = [placeOf(records[0]), placeOf(records.at(-1))];
  const mark: z.infer<typeof Mark> = { records: `${partition}/${first}-${last}`, proven, time };
  while (JSON.stringify(mark).length > maxMarkLength) mark.proven.shift();
  return { partition: Number(partition), offset: first, metadata: JSON.stringify(mark) };
}

/** The batches that the marks of the group name. */
async function marked(coordinator: Coordinator, group: string): Promise<SuspectBatch[]> {
  const { responses } = await coordinator.offsetFetch({ groupId: suspectGroup(group), topics: [] });
  return responses.flatMap(({ topic, partitions }) =>
    partitions.flatMap(({ metadata }) => {
      const { records = '', proven = [], time = 0 } = Mark.safeParse(parseJson(metadata ?? '')).data ?? {};
      const messages = parsePositions(records)?.map((position) => formatPosition(position)) ?? [];
      const batch = { group, topic, messages, wasSuspect: false, time };
      return [batch, { ...batch, messages: proven, wasSuspect: true }];
    }),
  );
}

/** Partition and offset. */
const placeOf = (name = '') => name.split('/').slice(0, 2);
const recordOf = (name = '') => placeOf(name).join('/');
