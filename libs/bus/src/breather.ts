import { setImmediate as nextTurn } from 'node:timers/promises';

/** For so long requests in the same process wait for a computation: for each turn of the thread that they need. */
const maxHoldMs = 1.5;

/** For a long computation: call the result often, and from time to time it lets everything else go first. */
export function breather(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxHoldMs) return undefined;
    return nextTurn().then(() => void (since = performance.now()));
  };
}
