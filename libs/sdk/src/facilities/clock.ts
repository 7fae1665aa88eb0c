/** The longest time that browsers and Node.js wait: a longer timer ends at once. */
export const maxTimerMs = 2 ** 31 - 1;
/** As much as one step of the wall clock counts, where there is no other. No pause is longer. */
const maxStepMs = 3_600_000;

let lastWallTime: number | undefined;
let passed = 0;

/** Milliseconds since some moment, for durations: they never go back, while the wall clock may be set by decades. */
export function monotonicNow(): number {
  try {
    const now = performance.now();
    if (Number.isFinite(now)) return now;
  } catch {
    // There is none.
  }
  const now = Date.now();
  passed += Math.min(maxStepMs, Math.max(0, now - (lastWallTime ?? now)));
  lastWallTime = now;
  return passed;
}

/** Waits so long, but never longer than a timer can. */
export function sleep(ms: number): { done: Promise<void>; cancel: () => void } {
  let cancel = () => {};
  const done = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.min(Math.max(0, ms), maxTimerMs));
    cancel = () => clearTimeout(timer);
  });
  return { done, cancel };
}
