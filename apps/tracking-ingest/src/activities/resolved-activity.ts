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
    const writes = readEvents({ activity, user_point_id });
    if (one.publicMerge === 'refused') writes.profiles = profilesOf(activity, writes);
    resolved.push({ activity, user_point_id, step, writes });
  }
  return resolved;
}

/** The profiles of the identifier that an activity is stored for: the other accounts may be of other people. */
const profilesOf = ({ identifiers: [first] }: NewActivity, { profiles }: EventWrites) =>
  profiles.filter(
    ({ compartment_id, user_account_id }) =>
      first?.type === 'USER_ACCOUNT' && first.compartment_id === compartment_id && first.value === user_account_id,
  );
