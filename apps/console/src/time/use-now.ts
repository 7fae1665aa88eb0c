import { useEffect, useState } from 'react';

/** The time of a clock, read again in steps; without a step it stands still. */
export function useNow(clock: { now: () => number }, stepMs: number | undefined): number {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    if (stepMs === undefined) return undefined;
    const timer = setInterval(() => setNow(clock.now()), stepMs);
    return () => clearInterval(timer);
  }, [clock, stepMs]);
  return now;
}
