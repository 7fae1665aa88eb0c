import { once } from 'node:events';
import { unavailable } from '@tributary/contracts/errors';

/** Resolves with the work, or rejects with SERVICE_UNAVAILABLE once the signal aborts, even if the driver hangs. */
export async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const isSettled = new AbortController();
  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort', { signal: isSettled.signal });
  const late = aborted.then(() => Promise.reject(unavailable('The engine did not answer in time')));
  // The promise that loses the race may reject later; that must not be an unhandled rejection.
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([late, work]);
  } finally {
    isSettled.abort();
  }
}
