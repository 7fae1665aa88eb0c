import { formatPosition } from '../dead-letters/record-position.js';
import type { Incoming } from '../messages/incoming.js';
import { runHandledAlone } from './handled-alone.js';
import { suspectForMs, type SuspectBatch, type SuspectLog } from './suspect-log.js';

/**
 * A message's name among those in hand: its position in Kafka, its id in process. A replayed message has a position of its
 * own, so that it is not judged by what it did before it was mended.
 */
export const nameOf = ({ id, position, part }: Pick<Incoming, 'id' | 'position' | 'part'>) =>
  position ? formatPosition(position, part) : id;

interface Evidence {
  /** How often the message was in hand when the thread was blocked. */
  times: number;
  /** Whether it was the only message of its batch the last time. */
  wasAlone: boolean;
}

/** A message that was in hand when the thread was blocked. */
export interface Suspicion {
  /** It was in hand at two blocks, alone at the last one: it is not run again. */
  isProven: boolean;
}

/**
 * Messages that had been begun when a process was blocked. They are handled one at a time, alone, so that the next block
 * names the message that causes it.
 */
export class Suspects {
  private evidence = new Map<string, Evidence>();
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

  find(group: string, message: Incoming): Suspicion | undefined {
    if (!this.exist) return undefined;
    const evidence = this.evidence.get(keyOf(group, message.topic, nameOf(message)));
    return evidence && { isProven: evidence.wasAlone && evidence.times >= 2 };
  }

  /**
   * One suspect message of a group at a time in this process: two at once might be blamed for the same block. Not of all
   * groups: in process, a handler may wait for the handler of another group.
   */
  runAlone<R>(group: string, work: () => Promise<R>): Promise<R> {
    const result = (this.last.get(group) ?? Promise.resolve()).then(() => runHandledAlone(work));
    this.last.set(
      group,
      result.catch(() => undefined),
    );
    return result;
  }

  /** The message is handled or a dead letter, so it is not suspect any more. */
  async resolve(group: string, message: Incoming): Promise<void> {
    this.evidence.delete(keyOf(group, message.topic, nameOf(message)));
    await this.log.resolve(group, message.topic, nameOf(message)).catch(() => undefined);
  }
}

function evidenceOf(batches: SuspectBatch[]): Map<string, Evidence> {
  const found = new Map<string, Evidence>();
  for (const { group, topic, messages, alone } of batches)
    for (const message of messages) {
      const key = keyOf(group, topic, message);
      found.set(key, { times: (found.get(key)?.times ?? 0) + 1, wasAlone: alone });
    }
  return found;
}

const keyOf = (group: string, topic: string, message: string) => `${group}\n${topic}\n${message}`;
