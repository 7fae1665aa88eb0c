import { ListedPerson, SegmentMember } from '@tributary/contracts/people/listed-person';
import { StoredUserActivity } from '@tributary/contracts/tracking/user-activity';
import { ChoicesUndone, UserChoice } from '@tributary/contracts/tracking/user-choice';
import { UserIdentifier, UserPoint } from '@tributary/contracts/tracking/user-point';
import { UserProfile } from '@tributary/contracts/tracking/user-profile';
import { UserSegment } from '@tributary/contracts/tracking/user-segment';
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
