import type { Received } from './message.js';

/** A message as a transport delivers it: its attributes are parsed, its content is not. */
export interface Incoming extends Omit<Received<unknown>, 'value' | 'bundlePosition'> {
  /** On Kafka the bytes; in process the value itself, or its `RawJson`. Null for a tombstone. */
  content: unknown;
  /** Its place in a bundle, from 0: messages of a bundle share a position. Absent for a record of its own. */
  part?: number;
}

export interface DeadLetter<I extends Incoming> {
  message: I;
  reason: string;
}

/** Stores dead letters. They are durable when `write` has resolved: only then are their messages acknowledged. */
export interface DeadLetterSink<I extends Incoming> {
  write(deadLetters: DeadLetter<I>[]): Promise<void>;
}
