import { Answers } from '../facilities/answers.js';

/** Longer than another tab needs for its requests. */
const answersWithinMs = 30_000;

/**
 * A lock among the tabs of a browser. Where there is none (an insecure context), or it is refused or does not answer, the
 * work runs without: then tabs may send the same, and the platform stores each activity once.
 */
export class WebLock {
  private readonly answers = new Answers(answersWithinMs);

  constructor(private readonly name: string) {}

  /** Rejects if the signal aborts before it starts. */
  async run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const release = await this.acquire(signal);
    try {
      if (signal.aborted) throw signal.reason;
      return await work();
    } finally {
      release();
    }
  }

  /** @returns a function that releases the lock */
  private async acquire(signal: AbortSignal): Promise<() => void> {
    let isWaiting = true;
    const request = () =>
      new Promise<() => void>((resolve, reject) => {
        const hold = () =>
          new Promise<void>((release) => {
            resolve(release);
            // The work has begun without it.
            if (!isWaiting) release();
          });
        navigator.locks.request(this.name, { signal }, hold).then(reject, reject);
      });
    try {
      return await this.answers.wait(request);
    } catch {
      return () => {};
    } finally {
      isWaiting = false;
    }
  }
}
