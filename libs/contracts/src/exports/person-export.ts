import { z } from 'zod';
import { StoredUserActivity } from '../tracking/user-activity.js';
import { UserChoice } from '../tracking/user-choice.js';
import { UserIdentifier } from '../tracking/user-point.js';
import { UserProfile } from '../tracking/user-profile.js';
import { UserSegment } from '../tracking/user-segment.js';
import { Identity } from './identity.js';

/** All of a person, as an export has it. */
export const PersonExport = z.object({
  identifiers: z.array(UserIdentifier),
  identity: Identity,
  profiles: z.array(UserProfile),
  choices: z
    .array(UserChoice.extend({ $change_log: z.array(UserChoice).describe('Every write, latest `$choice_ts` first.') }))
    .describe('The current choice of each processing.'),
  segments: z.array(UserSegment),
  activities: z.array(StoredUserActivity).describe('The newest first.'),
});
export type PersonExport = z.infer<typeof PersonExport>;
