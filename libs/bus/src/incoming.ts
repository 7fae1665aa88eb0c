import type { Received } from './message.js';

/** A message as a transport delivers it: attributes read, content not yet. */
export interface Incoming extends Omit<Received<unknown>, 'value'> {
  /** From Kafka the bytes, in process the value itself or its `WrittenJson`; null for a tombstone. */
  content: unknown;
}

export interface DeadLetter<I extends Incoming> {
  message: I;
  reason: string;
}

/** Where dead letters go. A letter is safe once `write` has resolved: only then is its message acknowledged. */
export interface DeadLetterSink<I extends Incoming> {
  write(letters: DeadLetter<I>[]): Promise<void>;
}
