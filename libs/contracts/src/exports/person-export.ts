import { z } from 'zod';
import { EpochMs } from '../values/epoch-ms.js';
import { StoredUserActivity } from '../tracking/user-activity.js';
import { UserChoice } from '../tracking/user-choice.js';
import { UserIdentifier } from '../tracking/user-point.js';
import { UserProfile } from '../tracking/user-profile.js';
import { UserSegment } from '../tracking/user-segment.js';

/** All of a person, as an export has it. */
export const PersonExport = z.object({
  identifiers: z.array(UserIdentifier),
  identity: z.object({
    user_point_id: z.guid(),
    merged: z
      .array(z.object({ user_point_id: z.guid(), ts: EpochMs.describe('Epoch milliseconds of the merge.') }))
      .describe('User points that have been merged into this one, oldest first.'),
  }),
  profiles: z.array(UserProfile),
  choices: z
    .array(UserChoice.extend({ $change_log: z.array(UserChoice).describe('Every write, latest `$choice_ts` first.') }))
    .describe('The current choice of each processing.'),
  segments: z.array(UserSegment),
  activities: z.array(StoredUserActivity).describe('The newest first.'),
});
export type PersonExport = z.infer<typeof PersonExport>;
