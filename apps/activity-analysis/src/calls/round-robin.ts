/** A turn of the event loop begins no more work after this time. What has begun is finished. */
const turnMs = 10;

/**
 * Runs work that keeps the thread busy, one piece of each key after the other. Half of the time is left to the event loop:
 * timers and sockets wait for one piece at most, and a pipe moves no more than its buffer in each turn of the loop.
 */
export class RoundRobin {
  /** By key. The first key is the next. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private isScheduled = false;

  /**
   * Rejects with what the work throws.
   *
   * @returns its result, or ABORTED if the signal aborts before its turn: then it is not run
   */
  run<Result>(key: string, work: () => Result, signal: AbortSignal): Promise<Result | 'ABORTED'> {
    return new Promise((resolve) => {
      const abort = () => resolve('ABORTED');
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
      const piece = () => {
        signal.removeEventListener('abort', abort);
        if (!signal.aborted) resolve(new Promise((done) => done(work())));
      };
      this.waiting.set(key, [...(this.waiting.get(key) ?? []), piece]);
      this.schedule();
    });
  }

  private schedule(pauseMs = 0): void {
    if (this.isScheduled || this.waiting.size === 0) return;
    this.isScheduled = true;
    const next = () => {
      const usedMs = this.work();
      this.isScheduled = false;
      this.schedule(usedMs);
    };
    if (pauseMs < turnMs) setImmediate(next);
    else setTimeout(next, pauseMs);
  }

  /** @returns for how long it has worked, milliseconds */
  private work(): number {
    const start = performance.now();
    for (const [key, [piece, ...others]] of this.waiting) {
      this.waiting.delete(key);
      // Behind all other keys, where this loop comes to it again.
      if (others.length > 0) this.waiting.set(key, others);
      piece?.();
      if (performance.now() - start >= turnMs) break;
    }
    return performance.now() - start;
  }
}
