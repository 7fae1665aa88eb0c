import { readEvents, type EventWrites } from '../events/read-events.js';
import { accountIdentifier, identifierKey } from '@tributary/contracts/tracking/identifier';
import type { ExclusiveCases, IdentityStep, Resolution } from '../identity/identity-claim.js';
import type { ProfileWrite } from '../profiles/write-profiles.js';
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
  /** Whether it names a profile that it may not write, of a second account of an exclusive compartment. */
  leavesOutProfile: boolean;
}

/** Without the activities of people erased since they came in. */
export function resolvedActivities(resolutions: Resolution<NewActivity>[]): ResolvedActivity[] {
  const resolved: ResolvedActivity[] = [];
  for (const one of resolutions) {
    if ('refusal' in one) continue;
    const { claim: activity, user_point_id, step } = one;
    const writes = readEvents({ activity, user_point_id });
    const { length: all } = writes.profiles;
    if (one.publicMerge === 'refused') writes.profiles = profilesOf(activity, writes);
    else if (one.exclusive) writes.profiles = ofTheirOwners(writes.profiles, one.exclusive);
    const leavesOutProfile = one.exclusive !== undefined && writes.profiles.length < all;
    resolved.push({ activity, user_point_id, step, writes, leavesOutProfile });
  }
  return resolved;
}

/** A profile is written to the person of its account, which exclusive compartments may keep apart from that of the activity. */
function ofTheirOwners(profiles: ProfileWrite[], { otherAccounts }: ExclusiveCases): ProfileWrite[] {
  return profiles.flatMap((write) => {
    const key = identifierKey(accountIdentifier(write.user_account_id, write.compartment_id));
    if (!otherAccounts.has(key)) return [write];
    const user_point_id = otherAccounts.get(key);
    return user_point_id === undefined ? [] : [{ ...write, user_point_id }];
  });
}

/** The profiles of the identifier that an activity is stored for: the other accounts may be of other people. */
const profilesOf = ({ identifiers: [first] }: NewActivity, { profiles }: EventWrites) =>
  profiles.filter(
    ({ compartment_id, user_account_id }) =>
      first?.type === 'USER_ACCOUNT' && first.compartment_id === compartment_id && first.value === user_account_id,
  );
