import { setTimeout as sleep } from 'node:timers/promises';

export interface Patience {
  /** Milliseconds until the last failure is thrown; generous, as a noisy machine may take long. */
  within?: number;
  /** Milliseconds between two attempts. */
  every?: number;
}

/**
 * Repeats an assertion until it no longer throws, and answers its result: conditions are waited for, not times.
 * After `within` milliseconds the last failure is thrown as it is.
 */
export async function eventually<Result>(
  attempt: () => Result | Promise<Result>,
  { within = 60_000, every = 100 }: Patience = {},
): Promise<Result> {
  const deadline = Date.now() + within;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(every);
  }
}
