import type { TraceStep } from '@tributary/contracts/traces/activity-trace';
import type { SentActivity } from './read-sent-activity.js';

export interface LeftOutOf extends Pick<SentActivity, 'junk' | 'blocked' | 'profileEvents'> {
  /** Whether it has a time before the year 2000: seconds in place of milliseconds. */
  isEarly: boolean;
}

/** The steps of its trace that reading an activity has added. @param ts epoch milliseconds of its receipt */
export function leftOutSteps({ junk, isEarly, profileEvents, blocked }: LeftOutOf, ts: number): TraceStep[] {
  const steps: TraceStep[] = [];
  if (junk.length > 0) steps.push({ step: 'JUNK_LEFT_OUT', ts, identifiers: [...new Set(junk)] });
  if (blocked.length > 0) steps.push({ step: 'EVENT_BLOCKED', ts });
  if (profileEvents > 0) steps.push({ step: 'PROFILE_LEFT_OUT', ts });
  if (isEarly) steps.push({ step: 'TIME_SUSPICIOUS', ts });
  return steps;
}
