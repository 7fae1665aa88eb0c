import { setImmediate as nextTurn } from 'node:timers/promises';

/** For so long a computation keeps the thread from requests, each time that one needs it. */
const maxHoldMs = 1.5;

/** For a long computation, each with one of its own: call it often, and from time to time it lets everything else go first. */
export function breather(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxHoldMs) return undefined;
    return nextTurn().then(() => void (since = performance.now()));
  };
}
