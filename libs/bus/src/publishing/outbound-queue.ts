import { isUnavailable, unavailable } from '@tributary/contracts/errors';
import { PublicationShares, type Size } from './publication-shares.js';
import { backgroundDeadlineMs, defaultLimits, type PublisherLimits, type PublishOptions } from './publisher.js';

/** Numbers for metrics: `queued`, `queuedBytes`, `inFlight` and `failingPartitions` are gauges, the others count since the start. */
export interface PublisherCounters {
  /** Messages accepted and not acknowledged yet, including those in flight; in process, one for each consumer group. */
  queued: number;
  queuedBytes: number;
  inFlight: number;
  published: number;
  /** Refused at once because the queue was full or the publisher closed. */
  refused: number;
  /** The deadline passed, or the broker or the handler failed. */
  failed: number;
  /** Kafka's partitions that hold messages whose request has failed. */
  failingPartitions: number;
}

/** A publisher as its metrics see it. */
export interface WatchedPublisher {
  readonly counters: PublisherCounters;
  /** The age of the oldest message that is not acknowledged; 0 without one. */
  oldestAgeMs(): number;
}

/** The size of one publish call in the queue. */
export interface PublishSize {
  messages: number;
  /**
   * The acknowledgements to wait for: in process, one from each consumer group of each message. Default: `messages`.
   */
  deliveries?: number;
  bytes?: number;
}

/** A message that a publisher keeps until it is acknowledged. */
export interface QueuedMessage {
  bytes: number;
  publication: Publication;
}

/**
 * The part of a publisher that both transports share: it bounds what is accepted and not yet acknowledged, gives each
 * publish call its deadline, and counts. The messages themselves stay with the publisher, which knows their order.
 */
export class OutboundQueue implements WatchedPublisher {
  readonly counters: PublisherCounters = {
    queued: 0,
    queuedBytes: 0,
    inFlight: 0,
    published: 0,
    refused: 0,
    failed: 0,
    failingPartitions: 0,
  };
  readonly limits: PublisherLimits;
  // Two sweeps, because each needs its publications in the order of their deadlines.
  private readonly requests: DeadlineSweep;
  private readonly background = new DeadlineSweep(backgroundDeadlineMs);
  readonly shares: PublicationShares;
  isClosed = false;

  constructor(limits: Partial<PublisherLimits> = {}) {
    this.limits = { ...defaultLimits, ...limits };
    this.requests = new DeadlineSweep(this.limits.deadlineMs);
    const { maxQueuedMessages: messages, maxQueuedBytes: bytes } = this.limits;
    this.shares = new PublicationShares({ messages, bytes });
  }

  /** Accepts a publish call, whose deadline starts now. @throws SERVICE_UNAVAILABLE when it is closed or has no room */
  accept(size: PublishSize, options: PublishOptions = {}): Publication {
    this.refuseUnlessRoom(size, options);
    return this.hold(size, options);
  }

  /** Accepts a publish call for which `refuseUnlessRoom` has just found room. */
  hold(size: PublishSize, { background, organisation_id }: PublishOptions = {}): Publication {
    const { messages, deliveries = messages, bytes = 0 } = size;
    this.counters.queued += deliveries;
    this.counters.queuedBytes += bytes;
    if (organisation_id !== undefined) this.shares.hold(organisation_id, { messages: deliveries, bytes });
    return (background ? this.background : this.requests).start(deliveries, organisation_id);
  }

  /** The check that `accept` makes. Call it before encoding the messages, so that a refusal stays cheap. */
  refuseUnlessRoom(size: PublishSize, { organisation_id }: PublishOptions = {}): void {
    const { messages, deliveries = messages, bytes = 0 } = size;
    if (this.isClosed) throw this.refusal(messages, 'The bus is closing');
    const all = { messages: this.counters.queued, bytes: this.counters.queuedBytes };
    const more = { messages: deliveries, bytes };
    const hasRoom = this.hasRoomBeside(all, more);
    if (hasRoom && (organisation_id === undefined || this.shares.mayHold(organisation_id, more, all))) return;
    if (organisation_id !== undefined) this.shares.lack(organisation_id);
    throw this.refusal(
      messages,
      hasRoom
        ? 'Too many activities of the organisation wait to be stored'
        : 'The queue of messages to publish is full',
    );
  }

  /** Takes a message out of the queue: it is acknowledged, or has failed. */
  settle({ bytes, publication }: QueuedMessage, error?: Error): void {
    this.counters.queued--;
    this.counters.queuedBytes -= bytes;
    this.counters[error ? 'failed' : 'published']++;
    if (publication.organisation_id !== undefined) this.shares.release(publication.organisation_id, bytes);
    if (error) publication.fail(error);
    else publication.acknowledge();
  }

  oldestAgeMs(): number {
    return Math.max(this.requests.oldestAgeMs(), this.background.oldestAgeMs());
  }

  /** Refuses every later publish call. */
  close(): void {
    this.isClosed = true;
  }

  /**
   * Whether a share of the limits has room for more beside what is held. Where nothing is held, there is room for any
   * call, even one that is larger than the limits.
   */
  hasRoomBeside(held: Size, more: Size, share = 1): boolean {
    if (held.messages === 0) return true;
    return (
      held.messages + more.messages <= share * this.limits.maxQueuedMessages &&
      held.bytes + more.bytes <= share * this.limits.maxQueuedBytes
    );
  }

  /** Counts the messages as refused. @returns SERVICE_UNAVAILABLE, for the caller to throw */
  refusal(messages: number, why: string): Error {
    this.counters.refused += messages;
    return unavailable(why, new NotQueued(why));
  }
}

/** The cause of a refusal: the messages are not written, now or later. */
class NotQueued extends Error {}

/** Whether messages may have been written although `publish` rejected with this error. */
export const mayBeWritten = (error: unknown) => isUnavailable(error) && !(error.cause instanceof NotQueued);

/** One publish call: it is settled when every delivery is acknowledged, at the first failure, or at the deadline. */
export class Publication {
  /** Rejects with the failure. */
  readonly settled: Promise<void>;
  failure?: Error;
  /** Why it is not acknowledged yet, if a request has failed. */
  lastError?: unknown;
  isSettled = false;
  private resolve!: () => void;
  private reject!: (error: Error) => void;

  /** @param outstanding how many calls of `acknowledge` settle it */
  constructor(
    private outstanding: number,
    /** Milliseconds of `performance.now()`: a clock that is set back delays no answer. */
    readonly deadline: number,
    /** Its messages count as those of this organisation. */
    readonly organisation_id: string | undefined,
  ) {
    this.settled = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  acknowledge(): void {
    if (--this.outstanding > 0 || this.isSettled) return;
    this.isSettled = true;
    this.resolve();
  }

  /** The first failure counts; acknowledgements after it change nothing. */
  fail(error: Error): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.failure = error;
    this.reject(error);
  }
}

const sweepMs = 50;

/**
 * Fails the publications that are past their deadline. One timer sweeps them all: a timer per message costs more than
 * the message.
 */
class DeadlineSweep {
  private readonly publications: Publication[] = [];
  private timer?: NodeJS.Timeout;

  constructor(private readonly deadlineMs: number) {}

  start(deliveries: number, organisation_id: string | undefined): Publication {
    const publication = new Publication(deliveries, performance.now() + this.deadlineMs, organisation_id);
    this.publications.push(publication);
    this.timer ??= setInterval(() => this.sweep(performance.now()), sweepMs);
    return publication;
  }

  oldestAgeMs(): number {
    const oldest = this.publications.find(({ isSettled }) => !isSettled);
    return oldest ? performance.now() + this.deadlineMs - oldest.deadline : 0;
  }

  private sweep(now: number): void {
    const firstInTime = this.publications.findIndex(({ isSettled, deadline }) => !isSettled && deadline > now);
    const over = firstInTime === -1 ? this.publications.length : firstInTime;
    for (const publication of this.publications.splice(0, over))
      if (!publication.isSettled)
        publication.fail(unavailable('The message was not acknowledged in time', publication.lastError));
    if (this.publications.length > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
