import { ListedPerson, SegmentMember } from '../../people/listed-person.js';
import { StoredUserActivity } from '../../tracking/user-activity.js';
import { ChoicesUndone, UserChoice } from '../../tracking/user-choice.js';
import { UserIdentifier, UserPoint } from '../../tracking/user-point.js';
import { UserProfile } from '../../tracking/user-profile.js';
import { UserSegment } from '../../tracking/user-segment.js';
import type { z } from 'zod';
import { anAppVisit } from './activity.examples.js';
import { activity, later, person, ts } from './example-values.js';

const listed = {
  user_point_id: person,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  accounts: [{ compartment_id: 'default', user_account_id: 'customer-17' }],
  number_of_identifiers: 3,
  last_activity_ts: later,
};

/** Examples of the data of a person. */
export const peopleExamples: [z.ZodType, unknown][] = [
  [StoredUserActivity, { ...anAppVisit, $id: activity, $received_ts: later }],
  [ChoicesUndone, { undone: 412, is_complete: true }],
  [
    UserChoice,
    {
      $processing_id: '7',
      $choice_ts: ts,
      $choice_acceptance_value: true,
      $creation_ts: later,
      source: 'banner',
      $source: 'TRUSTED',
    },
  ],
  [UserIdentifier, { type: 'USER_AGENT', user_agent_id: 'web:1:0b4c2f1e', creation_ts: ts }],
  [ListedPerson, listed],
  [SegmentMember, { ...listed, member_since_ts: ts }],
  [UserPoint, { id: person, creation_ts: ts, merged_ids: [] }],
  [
    UserProfile,
    {
      $compartment_id: 'default',
      $user_account_id: 'customer-17',
      $creation_ts: ts,
      $last_modified_ts: later,
      first_name: 'Ada',
    },
  ],
  [
    UserSegment,
    { segment_id: 'buyers', data_bag: { level: 3 }, creation_ts: ts, last_modified_ts: later, expiration_ts: null },
  ],
];
