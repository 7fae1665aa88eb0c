import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest that a computation holds the thread between two yields. */
const maxHoldMs = 1.5;

/**
 * Returns a function that one long computation calls often. When the computation has held the thread for long enough,
 * the call returns a promise: await it, and the event loop handles everything else first.
 */
export function eventLoopYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxHoldMs) return undefined;
    return nextTurn().then(() => void (since = performance.now()));
  };
}
