import { z } from 'zod';
import { EpochMs } from '../values/epoch-ms.js';

/** A person, as the API returns it. */
export const UserPoint = z.object({
  id: z.guid(),
  creation_ts: EpochMs.describe('Epoch milliseconds.'),
  merged_ids: z.array(z.guid()).describe('User points that have been merged into this one.'),
});
export type UserPoint = z.infer<typeof UserPoint>;

/** The answer to an association of identifiers. */
export const Association = z.object({ user_point_id: z.guid().describe('The person that the identifiers belong to.') });
export type Association = z.infer<typeof Association>;

const creation_ts = EpochMs.describe('When the identifier was first attached to the person, epoch milliseconds.');

/** An identifier as the API returns it, with the field names of selectors and imports. */
export const UserIdentifier = z.discriminatedUnion('type', [
  z.object({ type: z.literal('USER_ACCOUNT'), compartment_id: z.string(), user_account_id: z.string(), creation_ts }),
  z.object({ type: z.literal('USER_EMAIL'), email_hash: z.string(), creation_ts }),
  z.object({ type: z.literal('USER_AGENT'), user_agent_id: z.string(), creation_ts }),
]);
export type UserIdentifier = z.infer<typeof UserIdentifier>;

/** User points have been merged into others. A later message may merge a survivor, too. */
export const UserPointsMerged = z.object({
  datamart_id: z.string(),
  merges: z.array(z.object({ merged_id: z.string(), survivor_id: z.string() })).min(1),
});
export type UserPointsMerged = z.infer<typeof UserPointsMerged>;

/**
 * Erased user points, with every id that was ever merged into them, and erased identifiers that belonged to none. No data of
 * these may be kept, or stored again. An activity that was accepted after the `time` of the message is of a new person.
 */
export const UserPointErased = z
  .object({
    datamart_id: z.string(),
    /** Empty when only identifiers without a user point were erased. */
    user_point_ids: z.array(z.string()),
    /** `identifierDigest` of each erased identifier. */
    identifier_digests: z.array(z.string()).optional(),
  })
  .refine(({ user_point_ids, identifier_digests = [] }) => user_point_ids.length + identifier_digests.length > 0, {
    message: 'it names neither a user point nor an identifier',
  });
export type UserPointErased = z.infer<typeof UserPointErased>;

/**
 * The latest state of memberships. For each user point and segment the highest `version` wins, in any order of arrival.
 * A merge publishes such changes: the merged point loses its memberships, and the survivor gets them.
 */
export const SegmentChanged = z.object({
  datamart_id: z.string(),
  changes: z
    .array(
      z.object({
        user_point_id: z.string(),
        segment_id: z.string(),
        is_member: z.boolean(),
        /** Epoch milliseconds; null: never. */
        expiration_ts: z.number().nullable(),
        version: z.number(),
        /** The version of the write that the membership stems from: a merge keeps it. Absent: the version. */
        write_version: z.number().optional(),
      }),
    )
    .min(1),
});
export type SegmentChanged = z.infer<typeof SegmentChanged>;

/**
 * A segment was deleted. Its memberships with a lower `write_version` have ended, and changes that arrive late bring none of
 * them back. Of several deletions of one segment the highest `version` wins.
 */
export const SegmentDeleted = z.object({ datamart_id: z.string(), segment_id: z.string(), version: z.number() });
export type SegmentDeleted = z.infer<typeof SegmentDeleted>;

export const collections = [
  'UserPoint',
  'UserAccount',
  'UserEmail',
  'UserAgent',
  'UserProfile',
  'UserActivity',
  'UserEvent',
  'UserSegment',
  'UserChoice',
] as const;
export const Collection = z.enum(collections);
export type Collection = z.infer<typeof Collection>;

/** The number of elements of each collection of a datamart at one time. */
export const CollectionsCounted = z.object({
  datamart_id: z.string(),
  /** Epoch milliseconds of the measurement. */
  ts: z.number(),
  counts: z.record(Collection, z.number()),
});
export type CollectionsCounted = z.infer<typeof CollectionsCounted>;

/** A report is about the collections of these datamarts as they are now. */
export const CollectionsRequested = z.object({ datamart_ids: z.array(z.string()).min(1) });
export type CollectionsRequested = z.infer<typeof CollectionsRequested>;
