import { dayMs, isoDay } from '@tributary/contracts/rules/time-units';
import type { BackfillPageDue } from '@tributary/contracts/tracking/backfill';
import { daysAhead, undated } from '../activities/activity-day.js';

/** Reports reach back 4 months, so older activities are left out. */
export const reportedDays = 130;

/** The start of the first reported day. It also filters undated activities, which may be of any time. */
export const firstReportedTs = (now: number) => Math.floor(now / dayMs - reportedDays) * dayMs;

/** The message to publish after the end of a step, or of a day of activities. Undefined at the end of the backfill. */
export function nextStart(due: BackfillPageDue, now: number): Pick<BackfillPageDue, 'step' | 'day'> | undefined {
  if (due.step === 'erasures') return { step: 'merges' };
  if (due.step === 'merges') return { step: 'deletions' };
  if (due.step === 'deletions') return { step: 'memberships' };
  if (due.step === 'memberships') return { step: 'activities', day: isoDay(firstReportedTs(now)) };
  if (due.day === undefined || due.day === undated) return undefined;
  const day = Date.parse(due.day) + dayMs;
  return { step: 'activities', day: day > now + daysAhead * dayMs ? undated : isoDay(day) };
}
