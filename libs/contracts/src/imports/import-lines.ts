import { z } from 'zod';
import { updateStrategies } from '../rules/resources/choices.js';
import { badData } from '../errors.js';
import { isJunk, isJunkMessage, junkAgentWord, type JunkExceptions } from '../tracking/junk.js';
import { ProcessingId, Timestamp, UserActivity } from '../tracking/user-activity.js';
import { SegmentId, segmentExpiration } from '../tracking/user-segment.js';
import { listOf } from '../values/list-of.js';
import { StoredName } from '../values/name.js';

/** The lines of files, after `inOwnSpelling`. Identifiers follow the rules of activities sent live; null means absent. */
const { $user_account_id, $user_agent_id, $compartment_id, $email_hash } = UserActivity.shape;
const { $hash, $email } = $email_hash.unwrap().unwrap().shape;

const identifiers = {
  compartment_id: $compartment_id,
  user_account_id: $user_account_id,
  email_hash: $hash,
  user_agent_id: $user_agent_id,
};

type IdentifierFields = Partial<Record<keyof typeof identifiers, string | null | undefined>>;

export type IdentifierField = 'user_account_id' | 'email_hash' | 'user_agent_id';

/**
 * The field that names the person of a line, and the number of those that are junk, which are left out.
 *
 * @param exceptions of the datamart
 * @throws BAD_REQUEST_DATA without exactly one
 */
export function identifyingField(
  { user_account_id, email_hash, user_agent_id }: IdentifierFields,
  exceptions?: JunkExceptions,
): { field: IdentifierField; junk: number } {
  const identifying: IdentifierField[] = [];
  const junk: IdentifierField[] = [];
  if (user_account_id != null) (isJunk(user_account_id, exceptions) ? junk : identifying).push('user_account_id');
  if (email_hash != null) (isJunk(email_hash, exceptions) ? junk : identifying).push('email_hash');
  if (user_agent_id != null) (junkAgentWord(user_agent_id, exceptions) ? junk : identifying).push('user_agent_id');
  const [field, another] = identifying;
  if (field && !another) return { field, junk: junk.length };
  throw badData(
    junk[0] && !field
      ? `${junk[0]}: ${isJunkMessage}`
      : 'exactly one of user_account_id, email_hash and user_agent_id is required',
  );
}

const flag = z.boolean().nullish();

/** A line of USER_PROFILE. */
export const ProfileLine = z.discriminatedUnion('operation', [
  z.object({
    operation: z.literal('UPSERT'),
    ...identifiers,
    update_strategy: z.enum(updateStrategies).nullish(),
    force_replace: flag,
    merge_objects: flag,
    user_profile: z.looseObject({ $ts: Timestamp.nullish(), $compartment_id, $user_account_id }),
  }),
  z.object({ operation: z.literal('DELETE'), ...identifiers }),
]);
export type ProfileLine = z.infer<typeof ProfileLine>;

/** A line names its segment by one of these, or by both. tracking-ingest knows the technical names. */
const segment = { segment_id: SegmentId.nullish(), segment_technical_name: StoredName.nullish() };

/** A line of USER_SEGMENT. */
export const SegmentLine = z
  .discriminatedUnion('operation', [
    z.object({
      operation: z.literal('UPSERT'),
      ...identifiers,
      ...segment,
      ...segmentExpiration,
      data_bag: z.unknown().optional(),
    }),
    z.object({ operation: z.literal('DELETE'), ...identifiers, ...segment }),
  ])
  .refine(({ segment_id, segment_technical_name }) => (segment_id ?? segment_technical_name) != null, {
    path: ['segment_id'],
    message: 'is required, or segment_technical_name',
  });
export type SegmentLine = z.infer<typeof SegmentLine>;

/** A line of USER_CHOICE. */
export const ChoiceLine = z.discriminatedUnion('operation', [
  z.object({
    operation: z.literal('UPSERT'),
    ...identifiers,
    user_choice: z.looseObject({
      $processing_id: ProcessingId,
      $choice_ts: Timestamp,
      $choice_acceptance_value: z.boolean(),
    }),
  }),
  z.object({
    operation: z.literal('DELETE'),
    ...identifiers,
    user_choice: z.looseObject({ $processing_id: ProcessingId }),
  }),
]);
export type ChoiceLine = z.infer<typeof ChoiceLine>;

const declaredIdentifiers = [
  z.object({
    type: z.literal('USER_ACCOUNT'),
    compartment_id: $compartment_id,
    user_account_id: $user_account_id.unwrap(),
  }),
  z.object({ type: z.literal('USER_AGENT'), user_agent_id: $user_agent_id.unwrap() }),
  z
    .object({ type: z.literal('USER_EMAIL'), hash: $hash, email_hash: $hash, email: $email })
    // Null is junk.
    .refine(
      (email) => email.hash !== undefined || email.email_hash !== undefined || email.email !== undefined,
      'hash or email is required',
    ),
] as const;

/** An identifier with its type. May be junk: `declaredIdentifiers` leaves it out. */
export const DeclaredIdentifier = z.discriminatedUnion('type', declaredIdentifiers);
export type DeclaredIdentifier = z.infer<typeof DeclaredIdentifier>;

/** A line of USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS. */
export const AssociationLine = z.object({ identifiers: listOf(DeclaredIdentifier.nullable()).min(1) });
export type AssociationLine = z.infer<typeof AssociationLine>;

/** A line of USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS: the first identifier stays, the others are split off. */
export const DissociationLine = z.object({ identifiers: listOf(DeclaredIdentifier.nullable()).min(2) });

/** A line of USER_POINTS_DELETION. */
export const PointDeletionLine = z.discriminatedUnion('type', [
  ...declaredIdentifiers,
  z.object({ type: z.literal('USER_POINT'), user_point_id: z.guid('must be a UUID') }),
]);
