export interface RepeaterOptions {
  /** Without a wake-up it is time again after so long. */
  everyMs: number;
  /** What a turn throws; the next one tries again. */
  onError: (error: unknown) => void;
}

/** Does its work when woken and from time to time, one turn at a time; a wake-up during a turn means another one. */
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
    this.timer = setInterval(() => this.wake(), this.options.everyMs);
    this.wake();
  }

  wake(): void {
    this.isWoken = true;
    if (this.isRunning) this.turn ??= this.turns().finally(() => (this.turn = undefined));
  }

  /** Resolves when the turn in progress has ended. */
  async stop(): Promise<void> {
    this.isRunning = false;
    clearInterval(this.timer);
    await this.turn;
  }

  private async turns(): Promise<void> {
    while (this.isWoken && this.isRunning) {
      this.isWoken = false;
      await this.work().catch(this.options.onError);
    }
  }
}
