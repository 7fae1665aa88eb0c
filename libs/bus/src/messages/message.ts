/** A message to publish. Consumers get it at least once, and use `id` to act on it once. */
export type Outgoing<T> = MessageAttributes & ({ value: T } | Tombstone | SerializedMessage);

/** Deletes a key of a compacted topic. */
export interface Tombstone {
  key: string;
  value: null;
}

/** A message whose value is JSON already and is sent unchanged, so that an outbox need not parse and serialize it. */
export interface SerializedMessage {
  key: string;
  /** Text, or its UTF-8 bytes. */
  json: string | Uint8Array;
}

export interface MessageAttributes {
  /** On compacted topics Kafka does not carry it: consumers get the record's position as id. */
  id: string;
  /** When the event happened, epoch milliseconds. Default now. */
  time?: number;
  /**
   * W3C trace context of the operation that caused the message; default: of the one that publishes it. Several,
   * separated by commas, for a message that sums up several operations.
   */
  traceparent?: string;
  /**
   * Which timeline of its database the message belongs to, as a number that grows with each restore. Absent on the
   * first one.
   */
  timeline?: number;
}

/** A message as a handler gets it. `value` is null only for a tombstone. */
export interface Received<T> {
  topic: string;
  key: string;
  value: T;
  id: string;
  time: number;
  traceparent?: string;
  timeline?: number;
  /** Its position in Kafka; absent in process, and on bundled topics, whose messages share positions. */
  position?: Position;
  /** The same on bundled topics. */
  bundlePosition?: BundlePosition;
}

/** The position of a message in its topic. */
export interface Position {
  partition: number;
  offset: bigint;
  /**
   * Kafka only: this process got every record from here to `offset`, those that became dead letters included. Default
   * `offset`.
   */
  since?: bigint;
}

/** The position of the record of a message, and its place in there. */
export interface BundlePosition {
  partition: number;
  offset: bigint;
  /** From 0. Absent for a message that has a record of its own. */
  part?: number;
}

/** A message that can never succeed, and why. It becomes a dead letter; the other messages of the batch succeed. */
export interface Rejection {
  message: Received<unknown>;
  reason: string;
  /**
   * In process its publish fails with SERVICE_UNAVAILABLE instead: the publisher may send it again later. Over Kafka it was
   * acknowledged before, so it becomes a dead letter.
   */
  isRefused?: true;
}
