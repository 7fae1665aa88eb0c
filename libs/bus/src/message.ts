/** A message to publish. `id` makes it unique: a consumer sees it at least once and must act on it once. */
export type Outgoing<T> = MessageAttributes & ({ value: T } | Tombstone | Written);

/** Ends a key of a compacted topic. */
export interface Tombstone {
  key: string;
  value: null;
}

/** A message whose value is JSON already, to go out as it is: what an outbox has kept is neither read nor written again. */
export interface Written {
  key: string;
  /** Bytes are its UTF-8. */
  json: string | Uint8Array;
}

export interface MessageAttributes {
  /** Kafka does not carry it on compacted topics: there the place of the message is received in its stead. */
  id: string;
  /** When it happened, epoch milliseconds; default now. */
  time?: number;
  /**
   * W3C trace context of the operation that caused the message, by default of the one that publishes it; several,
   * separated by commas, when it sums up what several have caused.
   */
  traceparent?: string;
}

/** A message as a handler gets it. `value` is null for a tombstone only. */
export interface Received<T> {
  topic: string;
  key: string;
  value: T;
  id: string;
  time: number;
  traceparent?: string;
  /** Where Kafka keeps it; absent on the in-process bus, which keeps nothing. */
  position?: { partition: number; offset: bigint };
}

/** A message that can never succeed, and why; it goes to the dead-letter topic, its neighbours go on. */
export interface Rejection {
  message: Received<unknown>;
  reason: string;
}
