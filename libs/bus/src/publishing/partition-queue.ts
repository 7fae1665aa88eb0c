import { unavailable } from '@tributary/contracts/errors';
import type { NodeId } from './cluster.js';
import type { OutboundQueue, QueuedMessage } from './outbound-queue.js';

/** A record that is accepted and not acknowledged. */
export interface QueuedRecord<R> extends QueuedMessage {
  key: string;
  record: R;
}

/** The share of the queue that a partition or a leader holds. */
export interface Held {
  messages: number;
  bytes: number;
}

/** The partitions whose records may go into the next request to a leader. */
export interface ReadyPartitions<R> {
  leader: NodeId;
  isRetry: boolean;
  ready: Set<PartitionQueue<R>>;
  isBusy: boolean;
}

/** A broker that leads partitions: one request in flight, and one more for partitions that are retried. */
export class LeaderQueue<R> {
  readonly held: Held = { messages: 0, bytes: 0 };
  readonly regular: ReadyPartitions<R>;
  readonly retries: ReadyPartitions<R>;

  constructor(readonly leader: NodeId) {
    this.regular = { leader, isRetry: false, ready: new Set(), isBusy: false };
    this.retries = { leader, isRetry: true, ready: new Set(), isBusy: false };
  }
}

/** The messages of a partition, in order. At most one request holds some of them; they come before those that wait. */
export class PartitionQueue<R> {
  readonly held: Held = { messages: 0, bytes: 0 };
  /** Failed requests since the last success. */
  failures = 0;
  /** A request holds messages of it, or it pauses before a retry. */
  isBusy = false;
  readonly inFlight: Held = { messages: 0, bytes: 0 };
  private readonly waiting: QueuedRecord<R>[] = [];
  private taken: QueuedRecord<R>[] = [];

  constructor(
    readonly topic: string,
    readonly partition: number,
    public leader: LeaderQueue<R>,
    private readonly outbound: OutboundQueue,
  ) {}

  get isEmpty(): boolean {
    return this.held.messages === 0;
  }

  get requests(): ReadyPartitions<R> {
    return this.failures > 0 ? this.leader.retries : this.leader.regular;
  }

  push(message: QueuedRecord<R>): void {
    this.waiting.push(message);
    this.hold(1, message.bytes);
  }

  /** Moves to another leader. Returns whether it was ready for a request to the one before. */
  follow(leader: LeaderQueue<R>): boolean {
    if (leader === this.leader) return false;
    const wasReady = this.requests.ready.delete(this);
    const { messages, bytes } = this.held;
    add(this.leader.held, -messages, -bytes);
    this.leader = leader;
    add(leader.held, messages, bytes);
    return wasReady;
  }

  /** Moves messages into a request: at least one, if it has any, and those after it up to the limit. */
  take(maxBytes: number): R[] {
    this.dropLate();
    for (const { bytes } of this.waiting) {
      if (this.inFlight.messages > 0 && this.inFlight.bytes + bytes > maxBytes) break;
      add(this.inFlight, 1, bytes);
    }
    this.taken = this.waiting.splice(0, this.inFlight.messages);
    return this.taken.map(({ record }) => record);
  }

  /** The request is acknowledged. */
  acknowledge(): void {
    for (const message of this.endRequest()) this.settle(message);
  }

  /** The request has failed: its messages are first again, but those that cannot be sent before their deadline. */
  retry(error: unknown, retryAt: number): void {
    const again = this.endRequest().filter((message) => {
      message.publication.lastError = error;
      const isLate = message.publication.deadline <= retryAt;
      if (isLate) this.settle(message, notWritten(error));
      return !isLate;
    });
    this.waiting.unshift(...again);
  }

  private endRequest(): QueuedRecord<R>[] {
    Object.assign(this.inFlight, { messages: 0, bytes: 0 });
    return this.taken.splice(0);
  }

  /** Removes messages whose publish call has failed already. */
  private dropLate(): void {
    if (!this.waiting.some(({ publication }) => publication.failure)) return;
    for (const message of this.waiting.splice(0))
      if (message.publication.failure) this.settle(message, message.publication.failure);
      else this.waiting.push(message);
  }

  private settle(message: QueuedRecord<R>, error?: Error): void {
    this.hold(-1, -message.bytes);
    this.outbound.settle(message, error);
  }

  private hold(messages: number, bytes: number): void {
    add(this.held, messages, bytes);
    add(this.leader.held, messages, bytes);
  }
}

export const notWritten = (cause: unknown) => unavailable('Kafka did not take the message', cause);

function add(held: Held, messages: number, bytes: number): void {
  held.messages += messages;
  held.bytes += bytes;
}
