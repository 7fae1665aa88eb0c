import type { AnyTopic } from '@tributary/bus/messages/consume';
import type { DeadLetterEntry, DeadLetterLog, StoredDeadLetter } from '@tributary/bus/dead-letters/dead-letter-log';
import { formatPosition, type RecordPosition } from '@tributary/bus/dead-letters/record-position';
import type { Selection } from './dead-letters-request.js';

/** The pending dead letters of a topic, and counts of the others. */
export interface DeadLetterCounts {
  /** Maps positions of pending dead letters to their times of writing and message ids, in the order of writing. */
  waiting: Map<string, { written: number; id: string }>;
  replayed: number;
  /** Lines truncated by a crash. */
  damaged: number;
}

/** Counts the dead letters that exist now. It keeps only the time and id of each pending one in memory. */
export async function countDeadLetters(log: DeadLetterLog, topic: AnyTopic): Promise<DeadLetterCounts> {
  const result: DeadLetterCounts = { waiting: new Map(), replayed: 0, damaged: 0 };
  const replayed: RecordPosition[] = [];
  // Not the dead letter itself: its value would stay in memory, on Kafka together with all others of its fetch.
  const addPending = ({ position, written, id }: StoredDeadLetter) =>
    result.waiting.set(formatPosition(position), { written, id });
  const count = (entry: DeadLetterEntry) => {
    if ('damaged' in entry) result.damaged++;
    else if ('replayed' in entry) replayed.push(...entry.replayed);
    else addPending(entry.deadLetter);
  };
  await log.scan(topic, (entries) => entries.forEach(count));
  // This loop runs after the scan, because a scan of several partitions may read a note before its dead letter.
  for (const position of replayed) if (result.waiting.delete(formatPosition(position))) result.replayed++;
  return result;
}

/** Positions of the pending dead letters that the selection matches. */
export function select({ waiting }: DeadLetterCounts, selection: Selection): Set<string> {
  const isSelected = ([position, { id }]: [string, { id: string }]) =>
    selection.by === 'all' || (selection.by === 'id' ? id === selection.id : position === selection.position);
  return new Set([...waiting].filter(isSelected).map(([position]) => position));
}

/** Calls `visit` with the dead letters at these positions, in batches. */
export async function visitDeadLetters(
  log: DeadLetterLog,
  topic: AnyTopic,
  positions: Set<string>,
  visit: (deadLetters: StoredDeadLetter[]) => Promise<void> | void,
): Promise<void> {
  await log.scan(topic, async (entries) => {
    const deadLetters = entries.flatMap((entry) => ('deadLetter' in entry ? [entry.deadLetter] : []));
    const visited = deadLetters.filter(({ position }) => positions.has(formatPosition(position)));
    if (visited.length > 0) await visit(visited);
  });
}
