import type { Resolution } from '../identity/identity-claim.js';
import type { NewActivity } from './validate-activities.js';

/** An activity with the user point of its person. */
export interface ResolvedActivity {
  activity: NewActivity;
  user_point_id: string;
}

/** Without the activities of people erased since they came in. */
export function resolvedActivities(resolutions: Resolution<NewActivity>[]): ResolvedActivity[] {
  const resolved: ResolvedActivity[] = [];
  for (const one of resolutions)
    if ('user_point_id' in one) resolved.push({ activity: one.claim, user_point_id: one.user_point_id });
  return resolved;
}
