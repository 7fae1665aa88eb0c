import { retry } from '@tributary/contracts/retry';

export interface RetryOptions {
  /** Milliseconds until the last error is thrown. The default is generous, because a busy machine is slow. */
  within?: number;
  /** Milliseconds between attempts. */
  every?: number;
}

/**
 * Repeats an assertion until it no longer throws, and returns its result. Tests wait for conditions, not for fixed times.
 * After `within` milliseconds it throws the last error unchanged.
 */
export const eventually = <Result>(
  attempt: () => Result | Promise<Result>,
  { within = 180_000, every = 100 }: RetryOptions = {},
): Promise<Result> => retry(async () => attempt(), { pauseMs: every, timeoutMs: within, isRetryable: () => true });
