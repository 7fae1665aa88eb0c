import { isObject } from '@tributary/contracts/rules/json/json-object';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import type { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { leaveOutBlocked } from './enforce-plan.js';
import type { TrackingPlans } from './tracking-plans.js';

/**
 * The activity without the events that the tracking plan blocks, if analyzers were asked about it: they may have added some,
 * and a type may have been blocked while it waited. Schemas are not applied, because the activity was acknowledged.
 */
export function leaveOutAddedEvents(received: ActivityReceived, plans: TrackingPlans): ActivityReceived {
  const rules = plans.rulesOf(received.datamart_id);
  if (received.analysis_id === undefined || !rules?.acts) return received;
  const activity = withEvents(received.body);
  if (!activity) return received;
  const { text, blocked } = leaveOutBlocked(activity, received.body, rules);
  if (blocked.length === 0) return received;
  const { trace, received_ts, blocked_events = [] } = received;
  const steps = trace?.steps ?? [];
  const isNoted = steps.some(({ step }) => step === 'EVENT_BLOCKED');
  return {
    ...received,
    body: text,
    blocked_events: [...blocked_events, ...blocked],
    trace: isNoted
      ? trace
      : { ...trace, steps: [...steps, { step: 'EVENT_BLOCKED', ts: steps.at(-1)?.ts ?? received_ts }] },
  };
}

function withEvents(body: string) {
  try {
    const { $events, ...rest } = JSON.parse(body) as UserActivity;
    return Array.isArray($events) && $events.every(isObject) ? { ...rest, $events } : undefined;
  } catch {
    // A body that is no object is rejected with a reason when the activity is read.
    return undefined;
  }
}
