import { useEffect, useState } from 'react';

const stepMs = 10_000;

/** The present, in steps of ten seconds: a shown range moves with it. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
