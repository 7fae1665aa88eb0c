import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for the work, but not longer than `ms`; late work continues. Rejects only if the work does so in time. */
export async function waitAtMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const stop = new AbortController();
  const timeout = sleep(ms, undefined, { signal: stop.signal, ref: false }).catch(() => {});
  await Promise.race([work, timeout]).finally(() => stop.abort());
}
