import type { Topic } from '@tributary/contracts/topic';
import type { AnyTopic } from './consume.js';
import type { Outgoing } from './message.js';

/** What the bus accepts before it refuses at once; and how long a publish may take before it is given up. */
export interface PublisherLimits {
  maxQueuedMessages: number;
  maxQueuedBytes: number;
  deadlineMs: number;
}

export const defaultLimits: PublisherLimits = {
  maxQueuedMessages: 20_000,
  maxQueuedBytes: 64 * 1024 * 1024,
  deadlineMs: 1_500,
};

export interface PublishOptions {
  /** No request waits for it: it may take up to `patienceMs` instead of the deadline. */
  isPatient?: boolean;
}

/** In process, slow handlers that are well would get the same messages again; on Kafka, some MiB are several requests. */
export const patienceMs = 5_000;

/** The port through which every app publishes; the token under which Nest injects it. */
export abstract class Publisher {
  /**
   * Resolves once all messages are durable: acknowledged by every in-sync replica (Kafka), or settled by every consumer
   * (in process): handled and committed, or written to the dead letters, which is no failure of the publisher. Rejects with `ApiError('SERVICE_UNAVAILABLE')` when the queue is full (at once) or the
   * deadline has passed; whether the messages were written is unknown then, and publishing the same ids again is safe.
   */
  abstract publish<T>(topic: Topic<T>, messages: Outgoing<T>[], options?: PublishOptions): Promise<void>;

  /** True when the topic holds nothing, so that its owner must replay its state. Always true in process. */
  abstract isEmpty(topic: AnyTopic): Promise<boolean>;
}
