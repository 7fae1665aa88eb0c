/** Cap of `Retry-After`: a wrong value must not stop sending for ever. */
export const maxRetryAfterMs = 3_600_000;
const firstDelayMs = 1_000;

/**
 * Milliseconds until the next attempt: it doubles from a second to the maximum, minus up to half of it at random, so that
 * clients that failed together do not come back together. Never less than the server asks for.
 *
 * @param failures in a row, at least 1
 * @param random from 0 to 1
 */
export function retryDelay(failures: number, maxMs: number, random: number, retryAfterMs = 0): number {
  const delay = Math.min(maxMs, firstDelayMs * 2 ** (failures - 1)) * (1 - random / 2);
  return Math.round(Math.max(delay, Math.min(retryAfterMs, maxRetryAfterMs)));
}

/** @param header seconds, or a date */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return ms > 0 ? ms : undefined;
}
