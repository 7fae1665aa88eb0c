import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';

export interface RepeaterOptions {
  /**
   * Pause between the end of one run and the start of the next, milliseconds; `wake` shortens it. A function is asked after
   * each run. Without it, only `start` and `wake` cause runs.
   */
  everyMs?: number | (() => number);
  /** Called with the error of a failed run; the next run retries. */
  onError: (error: unknown) => void;
}

/**
 * Runs its work at the start, on `wake` and periodically, one run at a time. A `wake` during a run causes another run.
 */
export class Repeater {
  private timer?: NodeJS.Timeout;
  private runs?: Promise<void>;
  private isWoken = false;
  private isRunning = false;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly options: RepeaterOptions,
  ) {}

  start(): void {
    this.isRunning = true;
    this.wake();
  }

  /** Requests a run. Ignored before `start` and after `stop`. */
  wake(): void {
    this.isWoken = true;
    // Outside of the waker's context: runs go on after its request has ended.
    if (this.isRunning) this.runs ??= context.with(ROOT_CONTEXT, () => this.runWhileWoken());
  }

  /** Resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.isRunning = false;
    clearTimeout(this.timer);
    await this.runs;
  }

  private async runWhileWoken(): Promise<void> {
    clearTimeout(this.timer);
    while (this.isWoken && this.isRunning) {
      this.isWoken = false;
      await this.work().catch(this.options.onError);
    }
    this.runs = undefined;
    const { everyMs } = this.options;
    if (!this.isRunning || everyMs === undefined) return;
    this.timer = setTimeout(() => this.wake(), typeof everyMs === 'number' ? everyMs : everyMs());
  }
}

/** A provider that repeats work from the start of the application until its shutdown, which waits for the current runs. */
export abstract class Upkeep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly repeaters: Repeater[] = [];

  /** For the constructor. */
  protected repeat(work: () => Promise<void>, options: RepeaterOptions): Repeater {
    const repeater = new Repeater(work, options);
    this.repeaters.push(repeater);
    return repeater;
  }

  onApplicationBootstrap(): void | Promise<void> {
    for (const repeater of this.repeaters) repeater.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.repeaters.map((repeater) => repeater.stop()));
  }
}
