import type { InFlightBatch } from './in-flight-batches.js';

/** A batch that was in flight when the thread was blocked. In Kafka its messages may be named by their records. */
export interface SuspectBatch extends InFlightBatch {
  /** Epoch milliseconds. */
  time: number;
}

/** After this time a batch is not suspect any more: what was wrong with it has been handled, or is handled like before. */
export const suspectForMs = 24 * 60 * 60 * 1_000;

/** The group that has the marks of another in Kafka. All of an app begin alike, for its right to commit them. */
export const suspectGroup = (group: string) => `suspects.${group}`;

/** Stores suspect batches beyond the end of the process, for the process that gets their messages next. */
export interface SuspectLog {
  /** The batches are durable when it has resolved. */
  write(batches: SuspectBatch[]): Promise<void>;
  /** The batches of the groups written since the time, the oldest first. */
  read(since: number, groups: string[]): Promise<SuspectBatch[]>;
  /** The message is handled, or a dead letter: it is not suspect any more. In Kafka it does not come again. */
  resolve?(group: string, topic: string, message: string): Promise<void>;
}
