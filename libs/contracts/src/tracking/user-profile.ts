import { z } from 'zod';
import { updateStrategies } from '../rules/resources/choices.js';
import { BooleanText } from '../list-query.js';
import { EpochMs } from '../values/epoch-ms.js';
import { textOrInteger } from '../values/text-or-integer.js';
import { Timestamp } from './user-activity.js';

export const UpdateStrategy = z.enum(updateStrategies);
export type UpdateStrategy = z.infer<typeof UpdateStrategy>;

/** Most bytes of the properties of a profile, as JSON in UTF-8: a client, a merge and an erasure read all of it. */
export const maxProfileBytes = 256 * 1024;

/** Query of a profile's PUT. `update_strategy` wins over the legacy `force_replace`. Default: PARTIAL_UPDATE. */
export const UserProfileQuery = z
  .object({
    update_strategy: UpdateStrategy.optional().describe(
      'PARTIAL_UPDATE (default): the given properties override. PARTIAL_DELETE: they are removed. FORCE_REPLACE: they replace all others.',
    ),
    force_replace: BooleanText.default(false).describe('Legacy: FORCE_REPLACE, if there is no update_strategy.'),
    merge_objects: BooleanText.default(false).describe(
      'With PARTIAL_UPDATE: objects are merged deeply instead of replaced. Not considered with force_replace.',
    ),
  })
  .transform(({ update_strategy, force_replace, merge_objects }) => ({
    strategy: update_strategy ?? (force_replace ? 'FORCE_REPLACE' : 'PARTIAL_UPDATE'),
    mergeObjects: mergesObjects({ force_replace, merge_objects }),
  }));
export type UserProfileQuery = z.infer<typeof UserProfileQuery>;

/** `update_strategy` may win over `force_replace`, but even then `merge_objects` is not considered beside it. */
export const mergesObjects = ({
  force_replace,
  merge_objects,
}: {
  force_replace?: boolean | null | undefined;
  merge_objects?: boolean | null | undefined;
}): boolean => merge_objects === true && force_replace !== true;

/**
 * Body of a profile's PUT: properties of any kind, and the time from which they are valid. The account is in the path.
 */
export const UserProfileInput = z.looseObject({
  $ts: Timestamp.nullish().describe(
    'When the properties become valid, epoch milliseconds, also as decimal text. Default: now. The latest write wins.',
  ),
  $compartment_id: textOrInteger().trim().nullish(),
  $user_account_id: textOrInteger().trim().nullish(),
});
export type UserProfileInput = z.infer<typeof UserProfileInput>;

/** A profile as the API returns it: its properties, its account and its times. */
export const UserProfile = z.looseObject({
  $compartment_id: z.string(),
  $user_account_id: z.string().optional().describe('Absent in a profile without an account.'),
  $creation_ts: EpochMs.describe('Epoch milliseconds.'),
  $last_modified_ts: EpochMs.describe('Epoch milliseconds.'),
});
export type UserProfile = z.infer<typeof UserProfile>;

/** All fields of a profile, in requests and responses, that are not properties. */
export const profileFields = [
  '$ts',
  '$compartment_id',
  '$user_account_id',
  '$creation_ts',
  '$last_modified_ts',
] as const;
