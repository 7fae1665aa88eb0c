import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from './errors.js';

export interface RetryOptions {
  /** Pause before the first retry, milliseconds. */
  pauseMs: number;
  /** The pause doubles with each retry up to this, milliseconds; default `pauseMs`, so that it stays constant. */
  maxPauseMs?: number;
  /** No retry starts later than this, milliseconds; default never. */
  timeoutMs?: number;
  /** Default: errors with the code SERVICE_UNAVAILABLE. */
  isRetryable?: (error: unknown) => boolean;
  /** Called before each pause; `attempt` counts failed attempts from 1. */
  onRetry?: (error: unknown, attempt: number) => void;
}

/** Repeats the work until it resolves. Rejects with the last error once it is not retryable or the time is over. */
export async function retry<T>(
  work: () => Promise<T>,
  { pauseMs, maxPauseMs = pauseMs, timeoutMs = Infinity, isRetryable = isUnavailable, onRetry }: RetryOptions,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    const pause = Math.min(pauseMs * 2 ** (attempt - 1), maxPauseMs);
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || performance.now() + pause > deadline) throw error;
      onRetry?.(error, attempt);
    }
    await sleep(pause);
  }
}

/** Retries unavailable work for a minute: when a process starts, the broker or the database may be starting, too. */
export const retryAtStart = <T>(work: () => Promise<T>): Promise<T> => retry(work, { pauseMs: 250, timeoutMs: 60_000 });
