import { context, ROOT_CONTEXT } from '@opentelemetry/api';

export interface RepeaterOptions {
  /** Without a wake-up it is time again so long after the last turn has ended, milliseconds. */
  everyMs: number;
  /** What a turn throws; the next one tries again. */
  onError: (error: unknown) => void;
}

/**
 * Does its work at the start, when woken and from time to time, one turn at a time; a wake-up during a turn means
 * another one.
 */
export class Repeater {
  private timer?: NodeJS.Timeout;
  private turn?: Promise<void>;
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

  /** There may be something to do: not before `start`, nor after `stop`. */
  wake(): void {
    this.isWoken = true;
    // Not for whoever wakes it: the turns go on when that is done.
    if (this.isRunning) this.turn ??= context.with(ROOT_CONTEXT, () => this.turns());
  }

  /** Resolves when the turn in progress has ended. */
  async stop(): Promise<void> {
    this.isRunning = false;
    clearTimeout(this.timer);
    await this.turn;
  }

  private async turns(): Promise<void> {
    clearTimeout(this.timer);
    while (this.isWoken && this.isRunning) {
      this.isWoken = false;
      await this.work().catch(this.options.onError);
    }
    this.turn = undefined;
    if (this.isRunning) this.timer = setTimeout(() => this.wake(), this.options.everyMs);
  }
}
