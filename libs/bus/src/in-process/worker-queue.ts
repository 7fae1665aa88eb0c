import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchRunner, Control } from '../consuming/batch-runner.js';
import type { Incoming } from '../messages/incoming.js';
import type { QueuedMessage } from '../publishing/outbound-queue.js';

/** A message on its way to one consumer group. */
export interface PendingDelivery extends QueuedMessage {
  message: Incoming;
}

export interface WorkerQueueOptions {
  runner: BatchRunner<Incoming>;
  maxBatch: number;
  control: Control;
  /** Called for each message that is handled, or that has failed with an error. */
  done: (delivery: PendingDelivery, error?: Error) => void;
}

/** Handles messages in order. Those that arrive while a batch is in progress become the next batch. */
export class WorkerQueue {
  private readonly queue: PendingDelivery[] = [];
  private isStarted = false;
  private draining?: Promise<void>;

  constructor(private readonly options: WorkerQueueOptions) {}

  get length(): number {
    return this.queue.length;
  }

  push(delivery: PendingDelivery): void {
    this.queue.push(delivery);
    if (this.isStarted) this.drainSoon();
  }

  start(): void {
    this.isStarted = true;
    if (this.queue.length > 0) this.drainSoon();
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    await this.draining;
  }

  /** Starts in the next turn of the event loop, so that messages published in the same turn share a batch. */
  private drainSoon(): void {
    this.draining ??= nextTurn().then(() => this.drain());
  }

  private async drain(): Promise<void> {
    const { runner, maxBatch, control, done } = this.options;
    while (this.queue.length > 0) {
      const messages = this.queue.slice(0, maxBatch).map(({ message }) => message);
      const batch = messages.slice(0, runner.countNextBatch(messages));
      const error = await runner.run(batch, control).catch((cause: Error) => cause);
      for (const delivery of this.queue.splice(0, batch.length)) done(delivery, error ?? undefined);
    }
    this.draining = undefined;
  }
}
