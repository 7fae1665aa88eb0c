import { z } from 'zod';
import { BooleanText } from './boolean-text.js';
import { EpochMs } from './epoch-ms.js';
import { Timestamp } from './user-activity.js';

const updateStrategies = ['PARTIAL_UPDATE', 'PARTIAL_DELETE', 'FORCE_REPLACE'] as const;
export const UpdateStrategy = z.enum(updateStrategies);
export type UpdateStrategy = z.infer<typeof UpdateStrategy>;

/** Query of a profile's PUT: `update_strategy` wins over the legacy `force_replace`; neither is a PARTIAL_UPDATE. */
export const UserProfileQuery = z
  .object({
    update_strategy: UpdateStrategy.optional().describe(
      'PARTIAL_UPDATE (default): what is given overrides. PARTIAL_DELETE: it is removed. FORCE_REPLACE: it is all there is.',
    ),
    force_replace: BooleanText.default(false).describe('Legacy: FORCE_REPLACE where no update_strategy is given.'),
    merge_objects: BooleanText.default(false).describe(
      'Refines PARTIAL_UPDATE: objects are merged in depth instead of replaced.',
    ),
  })
  .transform(({ update_strategy, force_replace, merge_objects }) => ({
    strategy: update_strategy ?? (force_replace ? 'FORCE_REPLACE' : 'PARTIAL_UPDATE'),
    mergeObjects: merge_objects,
  }));
export type UserProfileQuery = z.infer<typeof UserProfileQuery>;

/** Body of a profile's PUT: properties of any kind, and when they begin to count. The account stands in the path. */
export const UserProfileInput = z.looseObject({
  $ts: Timestamp.nullish().describe('When the properties begin to count; absent: now. The later write wins.'),
  $compartment_id: z.string().nullish(),
  $user_account_id: z.string().nullish(),
});
export type UserProfileInput = z.infer<typeof UserProfileInput>;

/** A profile as it is read: its properties, and what the platform knows beside them. */
export const UserProfile = z.looseObject({
  $compartment_id: z.string(),
  $user_account_id: z.string().optional().describe('Absent in a profile that belongs to no account.'),
  $creation_ts: EpochMs.describe('Epoch milliseconds.'),
  $last_modified_ts: EpochMs.describe('Epoch milliseconds.'),
});
export type UserProfile = z.infer<typeof UserProfile>;

/** What stands beside the properties of a profile, in a write or in an answer, and is none of them. */
export const profileFields = [
  '$ts',
  '$compartment_id',
  '$user_account_id',
  '$creation_ts',
  '$last_modified_ts',
] as const;
