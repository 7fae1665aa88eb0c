import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable, unavailable, type ApiError } from '@tributary/contracts/errors';
import type { ObserveBatch } from './batch-metrics.js';
import { breather } from './breather.js';
import type { Consumer } from './consumer.js';
import { asHandling } from './handling.js';
import type { DeadLetter, DeadLetterSink, Incoming } from './incoming.js';
import { inConsumerSpans } from './message-spans.js';
import type { Received } from './message.js';

/** What the transport lets a runner know and do while it works. */
export interface Control {
  /** True once the work must be given up: shutdown, or the partition went to another member. */
  isStopped: () => boolean;
  /** Keeps the group membership during long waits; throws when the membership is lost. */
  heartbeat: () => Promise<void>;
}

export interface RetryPolicy {
  /** Calls with the same messages before they are taken for poison. An outage uses up none. */
  attempts: number;
  firstDelayMs: number;
  maxDelayMs: number;
}

export const defaultRetry: RetryPolicy = { attempts: 3, firstDelayMs: 100, maxDelayMs: 5_000 };

export interface RunnerOptions<I extends Incoming> {
  /** The content of a message as a value, null for a tombstone; may throw. */
  read: (message: I) => unknown;
  deadLetters: DeadLetterSink<I>;
  warn: (message: string) => void;
  retry?: RetryPolicy;
  observe?: ObserveBatch | undefined;
}

export interface RunnerCounters {
  handled: number;
  deadLettered: number;
  /** Calls of the handler that threw something else than an outage. */
  failures: number;
  /** 1 while a dependency is down and the runner waits. */
  paused: number;
}

/** The work was given up before its end, `cause` being why the membership was lost; nothing of it may be acknowledged. */
export class Stopped extends Error {}

interface Delivery<I extends Incoming> {
  message: I;
  received: Received<unknown>;
}

const maxReasonLength = 2_000;
const heartbeatMs = 1_000;

/**
 * Hands batches to a handler until every message is handled or dead-lettered, whatever happens: the same under every
 * transport, which acknowledges when `run` has resolved, and never before.
 */
export class BatchRunner<I extends Incoming> {
  readonly counters: RunnerCounters = { handled: 0, deadLettered: 0, failures: 0, paused: 0 };
  private readonly retry: RetryPolicy;

  constructor(
    private readonly consumer: Consumer,
    private readonly options: RunnerOptions<I>,
  ) {
    this.retry = options.retry ?? defaultRetry;
  }

  /** Throws `Stopped` when the work was given up. */
  run(batch: I[], control: Control): Promise<void> {
    return asHandling(this.consumer.group, batch, () => this.handleAll(batch, control));
  }

  private async handleAll(batch: I[], control: Control): Promise<void> {
    const letters: DeadLetter<I>[] = [];
    const deliveries: Delivery<I>[] = [];
    const breath = breather();
    for (const message of batch) {
      const parsed = this.parse(message);
      if ('reason' in parsed) letters.push({ message, reason: parsed.reason });
      else deliveries.push(parsed);
      const pause = breath();
      if (pause) await pause;
    }
    if (deliveries.length > 0) letters.push(...(await this.handle(deliveries, control)));
    if (letters.length > 0) await this.deadLetter(letters, control);
    this.counters.handled += batch.length - letters.length;
  }

  private parse(message: I): Delivery<I> | { reason: string } {
    const { topic } = this.consumer;
    let content: unknown;
    try {
      content = this.options.read(message);
    } catch (error) {
      return { reason: `not a ${topic.name}: ${describe(error)}` };
    }
    if (content === null && topic.retention === 'compact') return { message, received: received(message, null) };
    const parsed = topic.schema.safeParse(content);
    if (parsed.success) return { message, received: received(message, parsed.data) };
    const issues = parsed.error.issues.map(({ path, message }) =>
      path.length > 0 ? `${path.join('.')}: ${message}` : message,
    );
    return { reason: shorten(`not a ${topic.name}: ${issues.join('; ')}`) };
  }

  private async handle(batch: Delivery<I>[], control: Control): Promise<DeadLetter<I>[]> {
    // Most failures pass: a whole batch and a single message are tried in earnest, the halves between them once.
    return this.attempt(batch, control, this.retry.attempts).catch(this.isolating(batch, control));
  }

  private readonly isolating = (batch: Delivery<I>[], control: Control) => (error: unknown) => {
    if (error instanceof Poisoned) return this.isolate(batch, error, control);
    throw error;
  };

  /** Halves the batch, in order, until the poison stands alone. */
  private async isolate(batch: Delivery<I>[], { reason }: Poisoned, control: Control): Promise<DeadLetter<I>[]> {
    const [first] = batch;
    if (first && batch.length === 1) return [{ message: first.message, reason }];
    const letters: DeadLetter<I>[] = [];
    const middle = Math.ceil(batch.length / 2);
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
      const attempts = half.length === 1 ? this.retry.attempts : 1;
      letters.push(...(await this.attempt(half, control, attempts).catch(this.isolating(half, control))));
    }
    return letters;
  }

  private async attempt(batch: Delivery<I>[], control: Control, attempts: number): Promise<DeadLetter<I>[]> {
    for (let failed = 1; ; failed++) {
      try {
        return await this.throughOutages('handle its messages', () => this.call(batch), control);
      } catch (error) {
        if (error instanceof Stopped) throw error;
        this.counters.failures++;
        if (failed >= attempts) throw new Poisoned(describe(error));
        await this.wait(failed, control);
      }
    }
  }

  private async call(batch: Delivery<I>[]): Promise<DeadLetter<I>[]> {
    const messages = batch.map(({ received }) => received);
    const started = performance.now();
    try {
      const rejections = await inConsumerSpans(this.consumer, messages, () => this.consumer.handle(messages));
      return rejections.map(({ message, reason }) => ({ message: sourceOf(message, batch), reason }));
    } finally {
      this.options.observe?.(this.consumer, batch.length, (performance.now() - started) / 1_000);
    }
  }

  private async deadLetter(letters: DeadLetter<I>[], control: Control): Promise<void> {
    const { name } = this.consumer.topic;
    // The reasons may quote the messages, and stay with them.
    this.warn(`dead-letters ${letters.length} of ${name}, the first with the id ${letters[0]?.message.id}`);
    const write = () =>
      this.options.deadLetters.write(letters).catch((cause: unknown) => Promise.reject(asOutage(cause)));
    await this.throughOutages('write its dead letters', write, control);
    this.counters.deadLettered += letters.length;
  }

  /** Repeats the work for as long as a dependency is down. */
  private async throughOutages<R>(what: string, work: () => Promise<R>, control: Control): Promise<R> {
    for (let failed = 0; ; failed++) {
      try {
        const result = await work();
        if (failed > 0) this.warn(`goes on after ${failed} attempts to ${what}`);
        this.counters.paused = 0;
        return result;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        if (failed === 0) this.warn(`cannot ${what} and waits: ${outline(error)}`);
        this.counters.paused = 1;
        await this.wait(failed + 1, control);
      }
    }
  }

  private async wait(failed: number, control: Control): Promise<void> {
    const { firstDelayMs, maxDelayMs } = this.retry;
    const end = Date.now() + Math.min(firstDelayMs * 2 ** (failed - 1), maxDelayMs);
    do {
      if (control.isStopped()) throw new Stopped('stopped while it waited');
      await control
        .heartbeat()
        .catch((cause: unknown) => Promise.reject(new Stopped('lost its partitions', { cause })));
      await sleep(Math.min(Math.max(end - Date.now(), 0), heartbeatMs));
    } while (Date.now() < end);
  }

  private warn(message: string): void {
    this.options.warn(`${this.consumer.group} ${message}`);
  }
}

/** These messages fail for a reason of their own. */
class Poisoned extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

const asOutage = (cause: unknown) =>
  isUnavailable(cause) ? cause : unavailable('The disk or the broker refuses', cause);

/** For the log: our own words, and of the cause its kind only, since its message may quote a payload. */
function outline({ message, cause }: ApiError): string {
  const { name, code } = (cause ?? {}) as Partial<Record<string, unknown>>;
  const kind = [name, code].filter((part) => typeof part === 'string').join(' ');
  return kind ? `${message} (${kind})` : message;
}

const describe = (error: unknown) =>
  shorten(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
const shorten = (reason: string) => (reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength)}…` : reason);

function received({ topic, key, id, time, traceparent, position }: Incoming, value: unknown): Received<unknown> {
  const message: Received<unknown> = { topic, key, value, id, time };
  if (traceparent !== undefined) message.traceparent = traceparent;
  if (position) message.position = position;
  return message;
}

/** Handlers may return copies; then the id tells. */
function sourceOf<I extends Incoming>(message: Received<unknown>, batch: Delivery<I>[]): I {
  const source =
    batch.find(({ received }) => received === message) ?? batch.find(({ received }) => received.id === message.id);
  if (!source) throw new Error(`the handler rejected ${message.id}, which was not in its batch`);
  return source.message;
}
