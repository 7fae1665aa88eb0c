import { z } from 'zod';
import { EpochMs } from './epoch-ms.js';

/** A person. */
export const UserPoint = z.object({
  id: z.guid(),
  creation_ts: EpochMs.describe('Epoch milliseconds.'),
  merged_ids: z.array(z.guid()).describe('User points that have become part of this one.'),
});
export type UserPoint = z.infer<typeof UserPoint>;

const creation_ts = EpochMs.describe('When it became known as theirs, epoch milliseconds.');

/** An identifier as the API shows it, in the words of selectors and imports. */
export const UserIdentifier = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('USER_ACCOUNT'),
    compartment_id: z.string(),
    user_account_id: z.string(),
    creation_ts,
  }),
  z.object({ type: z.literal('USER_EMAIL'), email_hash: z.string(), creation_ts }),
  z.object({ type: z.literal('USER_AGENT'), user_agent_id: z.string(), creation_ts }),
]);
export type UserIdentifier = z.infer<typeof UserIdentifier>;

/** User points that have become part of others. A survivor may itself be merged later, in a later message. */
export const UserPointsMerged = z.object({
  datamart_id: z.string(),
  merges: z.array(z.object({ merged_id: z.string(), survivor_id: z.string() })).min(1),
});
export type UserPointsMerged = z.infer<typeof UserPointsMerged>;

/** Erased people: every user point id that was ever theirs. Nothing of these may be kept or come back. */
export const UserPointErased = z.object({
  datamart_id: z.string(),
  user_point_ids: z.array(z.string()).min(1),
});
export type UserPointErased = z.infer<typeof UserPointErased>;

/**
 * The newest state of memberships; of one user point and segment the highest `version` counts, whatever the order of
 * arrival. A merge takes the memberships of the merged point away and gives the survivor its own, in such changes.
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
      }),
    )
    .min(1),
});
export type SegmentChanged = z.infer<typeof SegmentChanged>;

export const collections = [
  ...(['UserPoint', 'UserAccount', 'UserEmail', 'UserAgent', 'UserProfile'] as const),
  ...(['UserActivity', 'UserEvent', 'UserSegment', 'UserChoice'] as const),
] as const;
export const Collection = z.enum(collections);
export type Collection = z.infer<typeof Collection>;

/** How many elements each collection of a datamart held at an instant. */
export const CollectionsCounted = z.object({
  datamart_id: z.string(),
  /** Epoch milliseconds of the measurement. */
  ts: z.number(),
  counts: z.record(Collection, z.number()),
});
export type CollectionsCounted = z.infer<typeof CollectionsCounted>;
