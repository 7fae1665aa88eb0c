import type { FactsPageDue } from '@tributary/contracts/facts-request';
import { dayMs, daysAhead, isoDay, undated } from '../activities/activity-day.js';

/** Reports reach back 4 months; what is older need not be told. */
export const reachedDays = 130;

/** Those without a day of their own may be of any time. */
export const firstReached = (now: number) => Math.floor(now / dayMs - reachedDays) * dayMs;

/** Where to go on when a step, or a day of activities, has been told; undefined at the end. */
export function nextStart(due: FactsPageDue, now: number): Pick<FactsPageDue, 'step' | 'day'> | undefined {
  if (due.step === 'merges') return { step: 'memberships' };
  if (due.step === 'memberships') return { step: 'activities', day: isoDay(firstReached(now)) };
  if (due.day === undefined || due.day === undated) return undefined;
  const day = Date.parse(due.day) + dayMs;
  return { step: 'activities', day: day > now + daysAhead * dayMs ? undated : isoDay(day) };
}
