import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for the work, but no longer than so many milliseconds; the work goes on. */
export async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const stop = new AbortController();
  const tooLong = sleep(ms, undefined, { signal: stop.signal, ref: false }).catch(() => {});
  await Promise.race([work, tooLong]).finally(() => stop.abort());
}
