import type { RetryOptions } from './eventually.js';

/** On a busy machine a change takes as many requests' time as it has steps in the product. */
const requestsPerChange = 10;

/**
 * The time in which the API promises an effect, for `eventually`: the promise, which a quiet machine keeps, and in addition
 * what some requests take on this machine right now.
 */
export async function promisedWithin(promiseMs: number, request: () => Promise<unknown>): Promise<RetryOptions> {
  const start = performance.now();
  await request();
  return { within: promiseMs + requestsPerChange * (performance.now() - start), every: 20 };
}
