import { z } from 'zod';
import { Timestamp } from './user-activity.js';

const updateStrategies = ['PARTIAL_UPDATE', 'PARTIAL_DELETE', 'FORCE_REPLACE'] as const;
export const UpdateStrategy = z.enum(updateStrategies);
export type UpdateStrategy = z.infer<typeof UpdateStrategy>;

const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')
  .default(false);

/** Query of a profile's PUT: `update_strategy` wins over the legacy `force_replace`; neither is a PARTIAL_UPDATE. */
export const UserProfileQuery = z
  .object({
    update_strategy: UpdateStrategy.optional(),
    force_replace: flag,
    /** Refines PARTIAL_UPDATE, however that was chosen. */
    merge_objects: flag,
  })
  .transform(({ update_strategy, force_replace, merge_objects }) => ({
    strategy: update_strategy ?? (force_replace ? 'FORCE_REPLACE' : 'PARTIAL_UPDATE'),
    mergeObjects: merge_objects,
  }));
export type UserProfileQuery = z.infer<typeof UserProfileQuery>;

/** Body of a profile's PUT: properties of any kind, and when they begin to count. The account stands in the path. */
export const UserProfileInput = z.looseObject({
  $ts: Timestamp.nullish(),
  $compartment_id: z.string().nullish(),
  $user_account_id: z.string().nullish(),
});
export type UserProfileInput = z.infer<typeof UserProfileInput>;

/** What stands beside the properties of a profile, in a write or in an answer, and is none of them. */
export const profileFields = [
  '$ts',
  '$compartment_id',
  '$user_account_id',
  '$creation_ts',
  '$last_modified_ts',
] as const;
