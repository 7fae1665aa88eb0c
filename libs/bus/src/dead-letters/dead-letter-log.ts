import type { IHeaders } from 'kafkajs';
import type { AnyTopic } from '../messages/consume.js';
import type { RecordPosition } from './record-position.js';

/** A dead letter as it is stored. */
export interface StoredDeadLetter {
  position: RecordPosition;
  /** Id and key of the message; a replay publishes the same ones. */
  id: string;
  key: string;
  /** When the message happened, epoch milliseconds. */
  time: number;
  traceparent?: string;
  /** Why no handler could process it. It may quote the message. */
  reason: string;
  /** When it became a dead letter, epoch milliseconds. */
  written: number;
  /** The content of the message; on Kafka the same bytes. Null for a tombstone. */
  value: Buffer | null;
  /** All headers of the message, on Kafka. */
  headers?: IHeaders;
}

/** An entry in the dead letters of a topic: a dead letter, a note that some were replayed, or a damaged entry. */
export type DeadLetterEntry =
  | { deadLetter: StoredDeadLetter }
  | { replayed: RecordPosition[] }
  | { damaged: RecordPosition };

/** Called with entries in the order in which they were written. The next entries wait until it has resolved. */
export type EntryVisitor = (entries: DeadLetterEntry[]) => Promise<void> | void;

/** Reads the dead letters of a bus, and replays their messages to their topics. */
export interface DeadLetterLog {
  /** Where the dead letters are, as text for operators. */
  readonly description: string;
  /** Visits all entries that exist when it is called, and none that are written later. */
  scan(topic: AnyTopic, visit: EntryVisitor): Promise<void>;
  /**
   * Publishes the messages again, with the same ids, keys, times and headers, and then writes a note of the replay.
   * After a crash in between, a message may be replayed twice; its consumers act on its id once.
   */
  replay(topic: AnyTopic, deadLetters: StoredDeadLetter[]): Promise<void>;
  close(): Promise<void>;
}
