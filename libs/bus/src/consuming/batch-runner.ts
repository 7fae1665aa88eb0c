import { setTimeout as sleep } from 'node:timers/promises';
import { context } from '@opentelemetry/api';
import { isUnavailable } from '@tributary/contracts/errors';
import type { ObserveBatch } from './batch-metrics.js';
import { asOutage, describeError, Poisoned, shorten, summary, ThreadBlocked } from './failures.js';
import { received } from './received.js';
import { eventLoopYielder } from './yield-to-event-loop.js';
import type { Consumer } from '../messages/consumer.js';
import { runInBatchContext } from '../tracing/batch-context.js';
import type { DeadLetter, DeadLetterSink, Incoming } from '../messages/incoming.js';
import { inConsumerSpans } from '../tracing/message-spans.js';
import type { Received } from '../messages/message.js';
import type { InFlightBatches, Hold } from '../suspects/in-flight-batches.js';
import { nameOf, type Suspects } from '../suspects/suspects.js';

/** The transport of a runner, while it processes a batch. */
export interface Control {
  /** True once the work must stop: at shutdown, or when another member has got the partition. */
  isStopped: () => boolean;
  /** Keeps the group membership during long waits. Rejects when the membership is lost. */
  heartbeat: () => Promise<void>;
}

export interface RetryPolicy {
  /** How often the handler is called with the same messages before they count as poison. Outages are not counted. */
  attempts: number;
  firstDelayMs: number;
  maxDelayMs: number;
}

const defaultRetry: RetryPolicy = { attempts: 3, firstDelayMs: 100, maxDelayMs: 5_000 };

export interface RunnerOptions<I extends Incoming> {
  /** Parses the content of a message: null for a tombstone. May throw. */
  read: (message: I) => unknown;
  deadLetters: DeadLetterSink<I>;
  /** Fails the publish of a message that its handler refuses. Without it, such messages become dead letters. */
  refuse?: ((message: I, reason: string) => void) | undefined;
  warn: (message: string) => void;
  retry?: RetryPolicy;
  observe?: ObserveBatch | undefined;
  /** Where the watchdog of the process sees what is in flight. Without it a blocked thread is not noticed. */
  inFlight?: InFlightBatches | undefined;
  /** Messages that earlier processes had begun when they were blocked. */
  suspects?: Suspects | undefined;
}

export interface RunnerCounters {
  handled: number;
  deadLettered: number;
  /** Calls of the handler that threw anything but an outage. */
  failures: number;
  /** Calls of the handler that blocked the thread, failed or not. */
  blocked: number;
  /** Messages handled alone, because they were in flight when a process was blocked, or ended by an error. */
  suspects: number;
  /** 1 while a dependency is down and the runner waits. */
  paused: number;
}

/** The work stopped early, and nothing of it may be acknowledged. `cause`: why the membership was lost, if it was. */
export class Stopped extends Error {}

/** The control of one batch, and its entry among those in flight. */
interface Work extends Control {
  hold?: Hold | undefined;
}

interface ParsedMessage<I extends Incoming> {
  message: I;
  received: Received<unknown>;
}

/** A message that does not succeed. */
type Rejected<I extends Incoming> = DeadLetter<I> & { isRefused?: true };

const heartbeatMs = 1_000;

/**
 * Calls a handler with batches until every message is handled or dead-lettered, through failures and outages. It is the
 * same for every transport; a transport acknowledges a batch after `run` has resolved, never before.
 */
export class BatchRunner<I extends Incoming> {
  readonly counters: RunnerCounters = { handled: 0, deadLettered: 0, failures: 0, blocked: 0, suspects: 0, paused: 0 };
  private readonly retry: RetryPolicy;

  constructor(
    private readonly consumer: Consumer,
    private readonly options: RunnerOptions<I>,
  ) {
    this.retry = options.retry ?? defaultRetry;
  }

  /** How many of the first messages `run` may get: a suspect message alone, others up to the next suspect. */
  countNextBatch(batch: I[]): number {
    const { suspects } = this.options;
    if (!suspects?.exist) return batch.length;
    const first = batch.findIndex((message) => suspects.find(this.consumer.group, message) !== undefined);
    return first === -1 ? batch.length : Math.max(first, 1);
  }

  /** @throws Stopped when the work stopped before its end */
  run(batch: I[], control: Control): Promise<void> {
    return runInBatchContext(this.consumer.group, batch, () => {
      const { suspects } = this.options;
      const [first] = batch;
      const isProven = first && suspects?.find(this.consumer.group, first);
      if (!suspects || !first || isProven === undefined) return this.handleHeld(batch, control);
      return suspects.runAlone(this.consumer.group, () => this.handleSuspect(first, isProven, control));
    });
  }

  private async handleSuspect(message: I, isProven: boolean, control: Control): Promise<void> {
    this.counters.suspects++;
    if (isProven)
      await this.deadLetter(
        [{ message, reason: 'blocked the thread or ended the process, twice, the second time alone' }],
        control,
      );
    else await this.handleHeld([message], control, true);
    await this.options.suspects?.resolve(this.consumer.group, message);
  }

  /** Shows the watchdog the batch, from before it is parsed until its dead letters are written. */
  private async handleHeld(batch: I[], control: Control, areSuspect = false): Promise<void> {
    const hold = this.options.inFlight?.take(this.consumer.group, this.consumer.topic.name, areSuspect);
    if (!hold) return this.handleAll(batch, control);
    hold.hold(batch.map(nameOf));
    try {
      await context.with(hold.context(context.active()), () => this.handleAll(batch, { ...control, hold }));
    } finally {
      hold.release();
    }
  }

  private async handleAll(batch: I[], control: Work): Promise<void> {
    const rejected: Rejected<I>[] = [];
    const parsedMessages: ParsedMessage<I>[] = [];
    const yieldToEventLoop = eventLoopYielder();
    for (const message of batch) {
      const parsed = this.parse(message);
      if ('reason' in parsed) rejected.push({ message, reason: parsed.reason });
      else parsedMessages.push(parsed);
      const pause = yieldToEventLoop();
      if (pause) await pause;
    }
    if (parsedMessages.length > 0) rejected.push(...(await this.handle(parsedMessages, control)));
    const deadLetters = rejected.filter((one) => !this.refuse(one));
    if (deadLetters.length > 0) await this.deadLetter(deadLetters, control);
    this.counters.handled += batch.length - rejected.length;
  }

  private refuse({ message, reason, isRefused }: Rejected<I>): boolean {
    if (isRefused) this.options.refuse?.(message, reason);
    return isRefused === true && this.options.refuse !== undefined;
  }

  private parse(message: I): ParsedMessage<I> | { reason: string } {
    const { topic } = this.consumer;
    let content: unknown;
    try {
      content = this.options.read(message);
    } catch (error) {
      return { reason: `not a ${topic.name}: ${describeError(error)}` };
    }
    if (content === null && topic.retention === 'compact') return { message, received: received(message, null, topic) };
    const parsed = topic.schema.safeParse(content);
    if (parsed.success) return { message, received: received(message, parsed.data, topic) };
    const issues = parsed.error.issues.map(({ path, message }) =>
      path.length > 0 ? `${path.join('.')}: ${message}` : message,
    );
    return { reason: shorten(`not a ${topic.name}: ${issues.join('; ')}`) };
  }

  /** Most failures are transient: a whole batch and a single message get all attempts. The halves in between get one. */
  private async handle(
    batch: ParsedMessage<I>[],
    control: Work,
    attempts = this.retry.attempts,
  ): Promise<Rejected<I>[]> {
    try {
      return await this.attempt(batch, control, attempts);
    } catch (error) {
      if (error instanceof Poisoned) return this.isolate(batch, error, control);
      throw error;
    }
  }

  /** Bisects the batch, in order, until each poison message is alone. */
  private async isolate(batch: ParsedMessage<I>[], { reason }: Poisoned, control: Work): Promise<Rejected<I>[]> {
    const [first] = batch;
    if (first && batch.length === 1) return [{ message: first.message, reason }];
    const rejected: Rejected<I>[] = [];
    const middle = Math.ceil(batch.length / 2);
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
      const attempts = half.length === 1 ? this.retry.attempts : 1;
      rejected.push(...(await this.handle(half, control, attempts)));
    }
    return rejected;
  }

  private async attempt(batch: ParsedMessage<I>[], control: Work, attempts: number): Promise<Rejected<I>[]> {
    for (let failed = 1; ; failed++) {
      try {
        return await this.throughOutages('handle its messages', () => this.call(batch, control.hold), control);
      } catch (error) {
        if (error instanceof Stopped) throw error;
        this.counters.failures++;
        if (failed >= attempts) throw new Poisoned(describeError(error));
        await this.wait(failed, control);
      }
    }
  }

  private async call(batch: ParsedMessage<I>[], hold?: Hold): Promise<Rejected<I>[]> {
    const messages = batch.map(({ received }) => received);
    const started = performance.now();
    hold?.hold(batch.map(({ message }) => nameOf(message)));
    try {
      const rejections = await inConsumerSpans(this.consumer, messages, () => this.consumer.handle(messages));
      return rejections.map((rejection) => ({ ...rejection, message: sourceOf(rejection.message, batch) }));
    } catch (error) {
      // Timeouts expire and sessions end while the thread is blocked: that is no outage, and would go on for ever.
      throw hold?.isSuspect() && isUnavailable(error) ? new ThreadBlocked(error) : error;
    } finally {
      if (hold?.isSuspect()) this.reportBlocked(batch);
      this.options.observe?.(this.consumer, batch.length, (performance.now() - started) / 1_000);
    }
  }

  private reportBlocked(batch: ParsedMessage<I>[]): void {
    this.counters.blocked++;
    const { name } = this.consumer.topic;
    this.warn(`blocked the thread with ${batch.length} messages of ${name}, the first with id ${batch[0]?.message.id}`);
  }

  private async deadLetter(deadLetters: DeadLetter<I>[], control: Control): Promise<void> {
    const { name } = this.consumer.topic;
    // The reasons may quote the messages, so they are not logged.
    this.warn(
      `dead-letters ${deadLetters.length} messages of ${name}, the first with id ${deadLetters[0]?.message.id}`,
    );
    const write = () =>
      this.options.deadLetters.write(deadLetters).catch((cause: unknown) => Promise.reject(asOutage(cause)));
    await this.throughOutages('write its dead letters', write, control);
    this.counters.deadLettered += deadLetters.length;
  }

  /** Repeats the work while a dependency is down. */
  private async throughOutages<R>(what: string, work: () => Promise<R>, control: Control): Promise<R> {
    for (let failed = 0; ; failed++) {
      try {
        const result = await work();
        if (failed > 0) this.warn(`resumes after ${failed} failed attempts to ${what}`);
        this.counters.paused = 0;
        return result;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        if (failed === 0) this.warn(`cannot ${what} and waits: ${summary(error)}`);
        this.counters.paused = 1;
        await this.wait(failed + 1, control);
      }
    }
  }

  private async wait(failed: number, control: Control): Promise<void> {
    const { firstDelayMs, maxDelayMs } = this.retry;
    const end = performance.now() + Math.min(firstDelayMs * 2 ** (failed - 1), maxDelayMs);
    do {
      if (control.isStopped()) throw new Stopped('stopped while waiting');
      await control
        .heartbeat()
        .catch((cause: unknown) => Promise.reject(new Stopped('lost the group membership', { cause })));
      await sleep(Math.min(Math.max(end - performance.now(), 0), heartbeatMs));
    } while (performance.now() < end);
  }

  private warn(message: string): void {
    this.options.warn(`${this.consumer.group} ${message}`);
  }
}

/** A handler may return copies of messages: those are found by id. */
function sourceOf<I extends Incoming>(message: Received<unknown>, batch: ParsedMessage<I>[]): I {
  const source =
    batch.find(({ received }) => received === message) ?? batch.find(({ received }) => received.id === message.id);
  if (!source) throw new Error(`the handler rejected ${message.id}, which was not in its batch`);
  return source.message;
}
