/** Runs at most so many tasks at once; others wait for their place, in order. */
export class ConcurrencyLimit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** A task whose signal is aborted while it waits is never started. */
  async run<Value>(task: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    await this.enter();
    try {
      signal?.throwIfAborted();
      return await task();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.most) this.running += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The place passes on to the first that waits. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
