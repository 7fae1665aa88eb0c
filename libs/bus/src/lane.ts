import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchRunner, Control } from './batch-runner.js';
import type { Incoming } from './incoming.js';
import type { Publication } from './outbound-queue.js';

/** A message on its way to one group. */
export interface Delivery {
  message: Incoming;
  bytes: number;
  publication: Publication;
}

export interface LaneOptions {
  runner: BatchRunner<Incoming>;
  maxBatch: number;
  control: Control;
  /** The message is handled, or, with an error, given up. */
  done: (delivery: Delivery, error?: Error) => void;
}

/** Handles its messages in order; what arrives while a batch is at work is the next batch. */
export class Lane {
  private readonly queue: Delivery[] = [];
  private isStarted = false;
  private draining?: Promise<void>;

  constructor(private readonly options: LaneOptions) {}

  get length(): number {
    return this.queue.length;
  }

  push(delivery: Delivery): void {
    this.queue.push(delivery);
    if (this.isStarted) this.drainSoon();
  }

  start(): void {
    this.isStarted = true;
    if (this.queue.length > 0) this.drainSoon();
  }

  /** Resolves when nothing is left. */
  async idle(): Promise<void> {
    await this.draining;
  }

  /** Not at once: what is published in the same turn of the event loop is handled in the same batch. */
  private drainSoon(): void {
    this.draining ??= nextTurn().then(() => this.drain());
  }

  private async drain(): Promise<void> {
    const { runner, maxBatch, control, done } = this.options;
    while (this.queue.length > 0) {
      const batch = this.queue.slice(0, maxBatch);
      const error = await runner
        .run(
          batch.map(({ message }) => message),
          control,
        )
        .catch((cause: Error) => cause);
      this.queue.splice(0, batch.length);
      for (const delivery of batch) done(delivery, error ?? undefined);
    }
    this.draining = undefined;
  }
}
