import { once } from 'node:events';
import { unavailable } from '@tributary/contracts/errors';

/** The work, or SERVICE_UNAVAILABLE as soon as the signal is given: a driver that hangs is not waited for. */
export async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const isSettled = new AbortController();
  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort', { signal: isSettled.signal });
  const late = aborted.then(() => Promise.reject(unavailable('The engine did not answer in time')));
  // Whichever of the two loses fails unheard.
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([late, work]);
  } finally {
    isSettled.abort();
  }
}
