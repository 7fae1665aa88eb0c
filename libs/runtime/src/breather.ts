import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time for which requests in the same process wait for a computation. */
const maxHoldMs = 4;

/** For a long computation: call the result often, and from time to time it lets everything else go first. */
export function breather(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxHoldMs) return undefined;
    return nextTurn().then(() => void (since = performance.now()));
  };
}
