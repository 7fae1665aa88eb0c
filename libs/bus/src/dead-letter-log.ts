import type { IHeaders } from 'kafkajs';
import type { AnyTopic } from './consume.js';
import type { Place } from './places.js';

/** A dead letter as it is kept. */
export interface KeptLetter {
  place: Place;
  /** Id and key of the message, as they were and as a replay gives them back. */
  id: string;
  key: string;
  /** When the message happened, epoch milliseconds. */
  time: number;
  traceparent?: string;
  /** Why nobody could handle it. It may quote the message. */
  reason: string;
  /** When it was given up, epoch milliseconds. */
  written: number;
  /** The content of the message, byte for byte on Kafka; null for a tombstone. */
  value: Buffer | null;
  /** All headers of the message, where it had some. */
  headers?: IHeaders;
}

/** What the dead letters of a topic consist of: letters, notes that some of them were replayed, and damage. */
export type DeadLetterEntry = { letter: KeptLetter } | { replayed: Place[] } | { damaged: Place };

/** Called with entries in the order in which they were written; the next ones wait until it has resolved. */
export type EntryVisitor = (entries: DeadLetterEntry[]) => Promise<void> | void;

/** Reads dead letters and gives their messages back to their topic, wherever the bus keeps them. */
export interface DeadLetterLog {
  /** Where the letters are, for people. */
  readonly description: string;
  /** Visits everything there is when it is called: what is written meanwhile is left out. */
  scan(topic: AnyTopic, visit: EntryVisitor): Promise<void>;
  /**
   * Publishes the messages again, ids, keys, times and headers as they were, and notes it behind the letters. A crash
   * between the two means that a message may be replayed twice: its consumers act on its id once.
   */
  replay(topic: AnyTopic, letters: KeptLetter[]): Promise<void>;
  close(): Promise<void>;
}
