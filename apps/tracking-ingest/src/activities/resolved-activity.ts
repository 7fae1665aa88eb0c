import { readEvents, type EventWrites } from '../events/read-events.js';
import type { IdentityStep, Resolution } from '../identity/identity-claim.js';
import type { NewActivity } from './new-activity.js';

/** An activity with the user point of its person. */
export interface OwnedActivity {
  activity: NewActivity;
  user_point_id: string;
}

/** An activity of a batch, with what it did to identities and what its events write. */
export interface ResolvedActivity extends OwnedActivity {
  step: IdentityStep;
  writes: EventWrites;
}

/** Without the activities of people erased since they came in. */
export function resolvedActivities(resolutions: Resolution<NewActivity>[]): ResolvedActivity[] {
  const resolved: ResolvedActivity[] = [];
  for (const one of resolutions) {
    if ('refusal' in one) continue;
    const { claim: activity, user_point_id, step } = one;
    resolved.push({ activity, user_point_id, step, writes: readEvents({ activity, user_point_id }) });
  }
  return resolved;
}
