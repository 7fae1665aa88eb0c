import { formatPosition } from '../dead-letters/record-position.js';
import type { Incoming } from '../messages/incoming.js';
import { suspectForMs, type SuspectBatch, type SuspectLog } from './suspect-log.js';

/**
 * A message's name among those in flight: its position in Kafka, its id in process. A replayed message has a position of its
 * own, so that it is not judged by what it did before it was mended.
 */
export const nameOf = ({ id, position, part }: Pick<Incoming, 'id' | 'position' | 'part'>) =>
  position ? formatPosition(position, part) : id;

/** The name of its record, which may hold several messages; the same in process. */
const recordOf = ({ id, position }: Incoming) => (position ? formatPosition(position) : id);

/**
 * Messages that had been begun when a process was blocked. They are handled one at a time, alone, so that the next block
 * names the message that causes it.
 */
export class Suspects {
  /** By message: whether it was in flight at two blocks, alone at the last one. */
  private evidence = new Map<string, boolean>();
  private refreshing?: Promise<void> | undefined;
  private readonly last = new Map<string, Promise<unknown>>();

  /** @param groups those whose messages may be suspect, asked at each refresh */
  constructor(
    private readonly log: SuspectLog,
    private readonly groups: () => string[],
    private readonly warn: (message: string) => void,
  ) {}

  /** Reads the log again, once for all who ask meanwhile. If it cannot be read, what is known already counts. */
  refresh(): Promise<void> {
    return (this.refreshing ??= this.read().finally(() => (this.refreshing = undefined)));
  }

  private async read(): Promise<void> {
    try {
      const batches = await this.log.read(Date.now() - suspectForMs, this.groups());
      this.evidence = evidenceOf(batches);
    } catch (error) {
      this.warn(`cannot read which batches have blocked a process: ${String(error)}`);
    }
  }

  get exist(): boolean {
    return this.evidence.size > 0;
  }

  /** Undefined if the message is not suspect; true if it is not run again. */
  find(group: string, message: Incoming): boolean | undefined {
    if (!this.exist) return undefined;
    const evidenceOf = (name: string) => this.evidence.get(keyOf(group, message.topic, name));
    return evidenceOf(nameOf(message)) ?? evidenceOf(recordOf(message));
  }

  /**
   * One suspect message of a group at a time in this process: two at once might be blamed for the same block. Not of all
   * groups: in process, a handler may wait for the handler of another group.
   */
  runAlone<R>(group: string, work: () => Promise<R>): Promise<R> {
    const result = (this.last.get(group) ?? Promise.resolve()).then(work);
    this.last.set(
      group,
      result.catch(() => undefined),
    );
    return result;
  }

  /** The message is handled or a dead letter, so it is not suspect any more. */
  async resolve(group: string, message: Incoming): Promise<void> {
    this.evidence.delete(keyOf(group, message.topic, nameOf(message)));
    await this.log.resolve?.(group, message.topic, nameOf(message)).catch(() => undefined);
  }
}

/** A message that blocks the thread while it is handled alone was in flight at the block before, too. */
const evidenceOf = (batches: SuspectBatch[]) =>
  new Map(
    batches.flatMap(({ group, topic, messages, wasSuspect }) =>
      messages.map((message): [string, boolean] => [keyOf(group, topic, message), wasSuspect]),
    ),
  );

const keyOf = (group: string, topic: string, message: string) => `${group}\n${topic}\n${message}`;
