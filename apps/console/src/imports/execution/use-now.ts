import { useEffect, useState } from 'react';

/** The monotonic clock of the page, read each second while it is needed. */
export function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
