import type { Topic } from '@tributary/contracts/topics/topic';
import type { AnyTopic } from '../messages/consume.js';
import type { Outgoing } from '../messages/message.js';

/** How much the bus accepts before it refuses, and how long a publish call may take before it fails. */
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
  /** No request waits for the call, so it may take up to `backgroundDeadlineMs` instead of the publisher's deadline. */
  background?: boolean;
  /** The organisation in whose share of the queue the messages count. Default: in that of none. */
  organisation_id?: string | undefined;
}

/**
 * After a short deadline the caller would retry too soon: in process, a slow handler would get the same messages again,
 * and on Kafka some MiB take several requests.
 */
export const backgroundDeadlineMs = 5_000;

/** The port through which every app publishes, and its injection token. */
export abstract class Publisher {
  /**
   * Resolves when all messages are durable. On Kafka: when every in-sync replica has acknowledged them. In process:
   * when every consumer group has handled and committed them, or written them to the dead letters.
   *
   * Rejects with `ApiError('SERVICE_UNAVAILABLE')` when the queue or the share of the organisation is full (at once), or
   * when the deadline has passed.
   * After the deadline it is unknown whether the messages were written; it is safe to publish the same ids again.
   */
  abstract publish<T>(topic: Topic<T>, messages: Outgoing<T>[], options?: PublishOptions): Promise<void>;

  /** Whether the topic holds no message, so that its owner must publish its state again. Always true in process. */
  abstract isEmpty(topic: AnyTopic): Promise<boolean>;
}
