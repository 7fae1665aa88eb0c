import { z } from 'zod';
import { formatPosition, parsePositions } from '../dead-letters/record-position.js';
import { parseJson } from '../messages/parse-json.js';
import type { SuspectBatch } from './suspect-log.js';

/** Kafka refuses metadata of more than 4,096 bytes by default. Names are ASCII. */
const maxMarkLength = 3_900;

const Mark = z.object({
  /** The positions of the records in flight. */
  records: z.string(),
  /** The names of the messages among them that have blocked the thread again, alone. */
  proven: z.array(z.string()),
  time: z.number(),
});

/** The mark of a partition: an offset with its metadata. */
export interface SuspectMark {
  partition: number;
  offset: string;
  metadata: string;
}

/**
 * A suspect message that blocks the thread leaves its neighbours suspect, and those proven that were so before: while
 * their record is not handled completely, they come again. If there are too many, those that blocked longest ago are
 * suspect only.
 */
export function markOf(batch: SuspectBatch, earlier: SuspectBatch[]): SuspectMark {
  const { topic, messages, time, wasSuspect } = batch;
  const [areProven, ranges] = [true, false].map((proven) =>
    earlier.filter((one) => one.topic === topic && one.wasSuspect === proven),
  );
  const range = wasSuspect ? ranges?.find((one) => one.messages.includes(recordOf(messages[0]))) : undefined;
  const records = (range ?? batch).messages.map(recordOf);
  const before = areProven?.flatMap((one) => one.messages).filter((name) => records.includes(recordOf(name))) ?? [];
  // The newest one stands last.
  const proven = [...new Set([...(wasSuspect ? messages.slice(0, 1) : []), ...before.toReversed()])].reverse();
  const [[partition, first = ''], [, last]] = [partsOf(records[0]), partsOf(records.at(-1))];
  const mark: z.infer<typeof Mark> = { records: `${partition}/${first}-${last}`, proven, time };
  while (JSON.stringify(mark).length > maxMarkLength) mark.proven.shift();
  return { partition: Number(partition), offset: first, metadata: JSON.stringify(mark) };
}

/** The batches that a mark names: its records, and the proven messages. Metadata that is no mark names none. */
export function batchesOf(metadata: string, of: Pick<SuspectBatch, 'group' | 'topic'>): SuspectBatch[] {
  const { records = '', proven = [], time = 0 } = Mark.safeParse(parseJson(metadata)).data ?? {};
  const messages = parsePositions(records)?.map((position) => formatPosition(position)) ?? [];
  return [
    { ...of, messages, wasSuspect: false, time },
    { ...of, messages: proven, wasSuspect: true, time },
  ];
}

/** Partition and offset. */
const partsOf = (name = '') => name.split('/').slice(0, 2);
const recordOf = (name = '') => partsOf(name).join('/');
