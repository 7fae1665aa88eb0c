import { isUnavailable, unavailable } from '@tributary/contracts/errors';
import type { PublisherLimits } from './publisher.js';

/** One publish call, from its acceptance until it is settled. */
export class Publication {
  isSettled = false;

  /** @param outstanding how many times `acknowledge` is awaited */
  constructor(
    private outstanding: number,
    readonly deadline: number,
    private readonly onSettled: (error?: Error) => void,
  ) {}

  acknowledge(): void {
    if (--this.outstanding === 0) this.settle();
  }

  /** The first call counts: an acknowledgement after the deadline changes nothing. */
  settle(error?: Error): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.onSettled(error);
  }
}

/** Numbers for metrics; all of a publisher's life but the gauges `queued`, `queuedBytes` and `inFlight`. */
export interface PublisherCounters {
  /** Messages accepted and not acknowledged yet, those in flight included. */
  queued: number;
  queuedBytes: number;
  inFlight: number;
  published: number;
  /** Turned away at once because the queue was full or the publisher closed. */
  refused: number;
  /** Given up: past the deadline, or the broker said no. */
  failed: number;
}

/** A publisher as its metrics see it. */
export interface WatchedPublisher {
  readonly counters: PublisherCounters;
  /** For how long the oldest message that is not acknowledged waits; 0 when there is none. */
  oldestAgeMs(): number;
}

export const noneYet = (): PublisherCounters => ({
  queued: 0,
  queuedBytes: 0,
  inFlight: 0,
  published: 0,
  refused: 0,
  failed: 0,
});

/** Whether so much more may be queued. One message too large for the whole queue is let in when the queue is empty. */
export function hasRoom(
  { queued, queuedBytes }: PublisherCounters,
  limits: PublisherLimits,
  messages: number,
  bytes = 0,
): boolean {
  if (queued === 0) return true;
  return queued + messages <= limits.maxQueuedMessages && queuedBytes + bytes <= limits.maxQueuedBytes;
}

/** The cause of a refusal: nothing of it has been written, nor will be. */
export class NotQueued extends Error {}

/** Of what `publish` rejects with: whether the message may have been written all the same. */
export const mayBeWritten = (error: unknown) => isUnavailable(error) && !(error.cause instanceof NotQueued);

export function refusal(
  counters: PublisherCounters,
  messages: number,
  why = 'The queue of messages to publish is full',
): Error {
  counters.refused += messages;
  return unavailable(why, new NotQueued(why));
}

/** Settles publications past their deadline, in one sweep for all of them: a timer per message costs more than the message. */
export class DeadlineSweep {
  private readonly publications: Publication[] = [];
  private timer?: NodeJS.Timeout;

  constructor(private readonly sweepMs = 50) {}

  /** In the order of their deadlines, which is the order of acceptance. */
  add(publication: Publication): void {
    this.publications.push(publication);
    this.timer ??= setInterval(() => this.sweep(Date.now()), this.sweepMs);
  }

  /** For how long the oldest publication waits whose deadline was so long after its acceptance. */
  oldestAgeMs(patienceMs: number): number {
    const oldest = this.publications.find(({ isSettled }) => !isSettled);
    return oldest ? Date.now() + patienceMs - oldest.deadline : 0;
  }

  private sweep(now: number): void {
    const firstInTime = this.publications.findIndex(({ isSettled, deadline }) => !isSettled && deadline > now);
    const over = firstInTime === -1 ? this.publications.length : firstInTime;
    const late = unavailable('The message was not acknowledged in time');
    for (const publication of this.publications.splice(0, over)) publication.settle(late);
    if (this.publications.length > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
