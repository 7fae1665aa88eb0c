import { expect } from '@jest/globals';
import type { HostileServer } from './hostile-server.js';

/** The reports of a client about the activities, by their numbers. */
export interface Reports {
  queued: Set<number>;
  refused: Set<number>;
  dropped: Set<number>;
}

export const noReports = (): Reports => ({ queued: new Set(), refused: new Set(), dropped: new Set() });

/** Each activity that was queued is stored exactly once, unless it is reported as refused or dropped. Poison never is. */
export function expectExactlyOnce(
  server: HostileServer,
  { queued, refused, dropped }: Reports,
  isPoison: (n: number) => boolean,
): void {
  const times = server.timesStored();
  const wrong = [...queued].filter((n) => (times.get(n) ?? 0) !== (isPoison(n) ? 0 : 1) && !dropped.has(n));
  expect({ lostOrTwice: wrong }).toEqual({ lostOrTwice: [] });
  expect({ twice: [...times].filter(([, count]) => count > 1) }).toEqual({ twice: [] });
  expect([...queued].filter((n) => isPoison(n) && !refused.has(n) && !dropped.has(n))).toEqual([]);
  expect([...refused].filter((n) => !isPoison(n))).toEqual([]);
}
