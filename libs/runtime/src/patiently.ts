import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '@tributary/contracts/errors';

const pauseMs = 250;

/** Tries again what was unavailable, for a minute: at a start the broker or the database may be starting, too. */
export async function patiently<T>(work: () => Promise<T>, patienceMs = 60_000): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > deadline) throw error;
    }
    await sleep(pauseMs);
  }
}
