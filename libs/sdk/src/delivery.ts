import type { Activity, QueuedActivity } from './activity.js';
import type { Emitter } from './emitter.js';
import { maxTimerMs, monotonicNow, sleep } from './facilities/clock.js';
import type { DroppedReason, FlushResult, TributaryEvents } from './options.js';
import type { Queue } from './queue.js';
import type { Failed } from './read-answer.js';
import { retryDelay } from './retry-delay.js';
import type { Sender } from './sender.js';
import type { QueueEntry, QueueStorage } from './storage/queue-storage.js';
import { maxUnloadBytes, takeBatch } from './take-batch.js';

const minPauseMs = 10;
/** For a `fetch` that does not end when its signal aborts, and a storage that does not answer. */
const stopWithinMs = 1_000;

export interface DeliveryOptions {
  lingerMs: number;
  maxRetryDelayMs: number;
}

/** Sends the queue, one request at a time, until it is empty or an attempt fails. */
export class Delivery {
  private counts = { sent: 0, refused: 0, dropped: 0 };
  /** Whether consent lets an entry be sent. */
  isAllowed = (_entry: QueueEntry): boolean => true;
  private readonly stopping = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | undefined;
  private failures = 0;
  /** No attempt before, by the monotonic clock. */
  private notBefore = 0;
  private lastFailure: Failed | undefined;
  /** Ids of a request that outlives the page. */
  private readonly unloading = new Set<string>();
  /** Ids of activities that a proxy has refused for their length, each alone in its request. */
  private readonly tooLong = new Set<string>();

  constructor(
    private readonly queue: Queue,
    private readonly sender: Sender,
    private readonly storage: QueueStorage | undefined,
    private readonly emitter: Emitter<TributaryEvents>,
    private readonly options: DeliveryOptions,
  ) {}

  /** Sends within the linger time, or when the pause after a failure is over. */
  schedule(): void {
    if (this.timer || this.isUnauthorized || this.stopping.signal.aborted) return;
    const delayMs = Math.min(maxTimerMs, Math.max(this.options.lingerMs, this.notBefore - monotonicNow()));
    this.timer = setTimeout(() => {
      this.timer = undefined;
      // Activities that were queued while a run ended may have been too late for it. Or an attempt has failed meanwhile.
      void this.drain().then(() => this.queue.ownEntries().length > 0 && this.schedule());
    }, delayMs);
    // A failing server does not keep a process running. Activities that linger do.
    if (this.failures > 0) unref(this.timer);
  }

  /**
   * Tries again now, unless the server has asked for a pause.
   *
   * @param isAuthorized whether there is another credential than the one that was refused
   */
  resume(isAuthorized = !this.isUnauthorized): void {
    if (!isAuthorized) return;
    if (this.lastFailure?.retryAfterMs === undefined) this.notBefore = 0;
    this.lastFailure = undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.schedule();
  }

  /**
   * Waits until all entries that are in the queue now are answered or dropped, or until the time is over.
   */
  async settle(timeoutMs: number): Promise<Pick<FlushResult, 'kept' | 'reason'>> {
    const deadline = monotonicNow() + timeoutMs;
    const over = sleep(timeoutMs);
    const inTime = <Result>(work: Promise<Result>) => Promise.race([work, over.done]);
    try {
      // It began before: if it is refused, one attempt follows all the same.
      await inTime(Promise.resolve(this.running));
      if (this.isUnauthorized) this.lastFailure = undefined;
      const entries = (await inTime(this.queue.list())) ?? this.queue.ownEntries();
      const ids = entries.map(({ id }) => id);
      for (let isFirst = true; ; isFirst = false) {
        const kept = ids.filter((id) => this.queue.has(id)).length;
        if (kept === 0) return { kept };
        if (monotonicNow() >= deadline || this.isUnauthorized)
          return { kept, reason: this.lastFailure?.reason ?? 'timeout' };
        // At least a moment: a closed client sends nothing.
        if (!isFirst) await sleep(Math.max(minPauseMs, Math.min(this.notBefore, deadline) - monotonicNow())).done;
        await inTime(this.drain());
      }
    } finally {
      over.cancel();
    }
  }

  /** Since the last call. */
  takeCounts(): Pick<FlushResult, 'sent' | 'refused' | 'dropped'> {
    const { counts } = this;
    this.counts = { sent: 0, refused: 0, dropped: 0 };
    return counts;
  }

  /** Sends what this page has queued, as much as a browser takes, in a request that outlives the page. */
  async sendBeforeUnload(): Promise<void> {
    const isOut = (entry: QueueEntry) =>
      this.unloading.has(entry.id) ||
      this.tooLong.has(entry.id) ||
      this.queue.isTooOld(entry) ||
      !this.isAllowed(entry);
    const entries = this.queue.ownEntries().filter((entry) => !isOut(entry));
    const batch = takeBatch(entries, maxUnloadBytes);
    if (batch.length === 0 || this.isUnauthorized) return;
    for (const { id } of batch) this.unloading.add(id);
    // It is not answered unless the page comes back. The next page sends the same activities again, with the same ids.
    const answer = await this.sender.send(batch, this.stopping.signal, true);
    for (const { id } of batch) this.unloading.delete(id);
    if (answer.kind === 'results') await this.accept(batch, answer.results);
  }

  async drop(entries: QueueEntry[], reason: DroppedReason): Promise<void> {
    for (const entry of entries) this.reportDropped(activityOf(entry), reason);
    await this.queue.remove(entries.map(({ id }) => id));
  }

  reportDropped(activity: Activity, reason: DroppedReason): void {
    this.counts.dropped += 1;
    this.emitter.emit('dropped', { activity, reason });
  }

  /** Ends the request in flight. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.stopping.abort();
    const late = sleep(stopWithinMs);
    await Promise.race([Promise.all([this.running, this.queue.saving]), late.done]);
    late.cancel();
  }

  private get isUnauthorized(): boolean {
    return this.lastFailure?.reason === 'unauthorized';
  }

  private drain(): Promise<void> {
    if (this.stopping.signal.aborted || monotonicNow() < this.notBefore) return Promise.resolve();
    this.running ??= this.run().finally(() => (this.running = undefined));
    return this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    const send = () => this.sendAll(signal);
    try {
      const failed = await (this.storage ? this.storage.exclusive(send, signal) : send());
      if (failed) this.schedule();
    } catch (error) {
      // Closed while another tab has the lock.
      if (signal.aborted) return;
      this.keep([], { kind: 'failed', reason: 'unavailable', error: String(error) });
      this.schedule();
    }
  }

  /** @returns why the rest of the queue is kept; undefined if it is empty */
  private async sendAll(signal: AbortSignal): Promise<Failed | undefined> {
    for (const id of this.tooLong) if (!this.queue.has(id)) this.tooLong.delete(id);
    const knownAsTooLong = new Set(this.tooLong);
    for (;;) {
      const entries = (await this.queue.list()).filter(this.isAllowed);
      const old = entries.filter((entry) => this.queue.isTooOld(entry));
      if (old.length > 0) await this.drop(old, 'too_old');
      const fresh = entries.filter(({ id }) => this.queue.has(id));
      const batch = takeBatch(fresh.filter(({ id }) => !this.tooLong.has(id)));
      if (signal.aborted) return undefined;
      const isRest = batch.length === 0;
      const failed = isRest
        ? await this.sendTooLong(fresh, knownAsTooLong, signal)
        : await this.sendBatch(batch, signal);
      if (failed || isRest) return failed;
    }
  }

  /** After all others, so that none of them waits for an activity that a proxy never lets through. */
  private async sendTooLong(
    entries: QueueEntry[],
    known: Set<string>,
    signal: AbortSignal,
  ): Promise<Failed | undefined> {
    for (const entry of entries.filter(({ id }) => known.has(id))) {
      const failed = await this.sendBatch([entry], signal);
      if (failed) return failed;
    }
    const kept = entries.filter(({ id }) => this.queue.has(id));
    const error = 'too long for a proxy';
    return kept.length > 0 ? this.keep(kept, { kind: 'failed', reason: 'unavailable', status: 413, error }) : undefined;
  }

  /** Halves a batch that is refused as a whole until each refused activity is alone, so that no other is lost with it. */
  private async sendBatch(entries: QueueEntry[], signal: AbortSignal): Promise<Failed | undefined> {
    // Consent may be withdrawn between two halves.
    const batch = entries.filter((entry) => this.queue.has(entry.id) && this.isAllowed(entry));
    if (batch.length === 0) return undefined;
    const { auth } = this.sender;
    const answer = await this.sender.send(batch, signal);
    if (answer.kind === 'failed') {
      const isReplaced = answer.reason === 'unauthorized' && auth !== this.sender.auth;
      return isReplaced ? this.sendBatch(batch, signal) : this.keep(batch, answer);
    }
    if (answer.kind !== 'too long') for (const { id } of batch) this.tooLong.delete(id);
    // Pauses grow while an activity is too long: nothing else ends them.
    if (this.tooLong.size === 0) this.failures = 0;
    this.notBefore = 0;
    this.lastFailure = undefined;
    if (answer.kind !== 'results' && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      return (await this.sendBatch(batch.slice(0, half), signal)) ?? this.sendBatch(batch.slice(half), signal);
    }
    if (answer.kind === 'too long') for (const { id } of batch) this.tooLong.add(id);
    else await this.accept(batch, answer.kind === 'results' ? answer.results : [answer]);
    return undefined;
  }

  private async accept(batch: QueueEntry[], results: (Receipt | Refusal)[]): Promise<void> {
    // Answers of a page that was about to be closed may come twice.
    const answered = batch.map((entry, index) => ({ entry, result: results[index] }));
    const first = answered.filter(({ entry }) => this.queue.has(entry.id));
    // Before they leave the queue: then no flush ends before their events.
    for (const { entry, result } of first) this.report(activityOf(entry), result);
    await this.queue.remove(first.map(({ entry }) => entry.id));
  }

  private report(activity: QueuedActivity, result: Receipt | Refusal | undefined): void {
    if (!result) return;
    if ('error_code' in result) {
      this.counts.refused += 1;
      this.emitter.emit('refused', { activity, error_code: result.error_code, error: result.error });
    } else {
      this.counts.sent += 1;
      this.emitter.emit('sent', { activity, received_ts: result.received_ts });
    }
  }

  private keep(batch: QueueEntry[], failed: Failed): Failed {
    this.lastFailure = failed;
    this.failures += 1;
    const delay = retryDelay(this.failures, this.options.maxRetryDelayMs, Math.random(), failed.retryAfterMs);
    const { reason, error, status } = failed;
    if (reason === 'unavailable') this.notBefore = monotonicNow() + delay;
    this.emitter.emit('kept', {
      activities: batch.map(activityOf),
      reason,
      error,
      ...(status !== undefined && { status }),
      ...(reason === 'unavailable' && { retryInMs: delay }),
    });
    return failed;
  }
}

interface Receipt {
  received_ts: number;
}
interface Refusal {
  error_code: string;
  error: string;
}

export const activityOf = ({ line }: QueueEntry): QueuedActivity => JSON.parse(line) as QueuedActivity;

/** A timer that does not keep a process running is Node's; browsers have numbers. */
function unref(timer: unknown): void {
  if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.();
}
