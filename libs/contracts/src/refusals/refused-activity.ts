import { z } from 'zod';
import { dayMs } from '../rules/time-units.js';
import { ListQuery } from '../list-query.js';
import { Count, EpochMs, EpochMsQuery } from '../values/epoch-ms.js';
import { RefusedActivity, type PublicCredential } from '../tracking/activity.js';

/** Bytes of a refused body that are kept. */
export const maxKeptBody = 16_384;
/** A body that names more is kept without its text, so that its names need not be kept either. */
export const maxKeptNames = 1_000;
/** The refusals of a datamart, and the bytes of their bodies. Public credentials hold at most half of both. */
export const refusalLimits = { rows: 10_000, bytes: 16 * 1_024 * 1_024 } as const;

/** How long a refusal is kept: a body that is no JSON can hold anything, and nothing repairs it. */
export const refusalLifetime = (is_json: boolean): number => (is_json ? 7 : 1) * dayMs;

const ErrorCode = RefusedActivity.shape.error_code;

/** A refusal as the list shows it. */
export const KeptRefusal = z.object({
  id: z.string(),
  received_ts: EpochMs.describe('When the platform received the body, epoch milliseconds.'),
  error_code: ErrorCode,
  error: z.string().describe('Why it was refused; it names the field that is wrong.'),
  error_id: z.string().describe('That of the answer. Lines of one request share it.'),
  credential_id: z
    .string()
    .describe('Id of the token, signing key or collect key that sent it; `session/` and the id of a session.'),
  body: z.string().describe('The text of the body or line as sent: its first 16 KiB.'),
});
export type KeptRefusal = z.infer<typeof KeptRefusal>;

export const RefusalsQuery = ListQuery.extend({
  error_code: ErrorCode.optional().describe('Only those with this code.'),
  since: EpochMsQuery('Only those received at this time or later, epoch milliseconds.'),
});
export type RefusalsQuery = z.infer<typeof RefusalsQuery>;

export const RefusalAction = z.object({
  action: z.literal('RETRY'),
  activity: z
    .record(z.string(), z.unknown(), 'must be an object')
    .nullish()
    .describe('The repaired activity. Absent: the body as kept.'),
});
export type RefusalAction = z.infer<typeof RefusalAction>;

/** The credential of a refused body, with the restrictions under which a retry acts. */
const RefusedCredential = z.object({
  kind: z.enum(['api_token', 'message_authentication_key', 'collect_key']),
  id: z.string(),
  channel_id: z.string().optional(),
  accepts_profiles: z.boolean().optional(),
  may_merge_accounts: z.literal(true).optional(),
});
export type RefusedCredential = z.infer<typeof RefusedCredential>;

/** A refused body or line, for tracking-ingest to keep. */
export const ReceivedRefusal = z.object({
  id: z.string(),
  received_ts: z.number(),
  error_code: ErrorCode,
  error: z.string(),
  error_id: z.string(),
  credential: RefusedCredential,
  /** Whether activity analyzers may get its activity. */
  is_analyzed: z.boolean(),
  body: z.string(),
  is_json: z.boolean(),
  /** Whether `body` is not all of it. */
  is_cut: z.boolean(),
  /** The `identifierDigest` of each identifier and address that the whole body names. */
  names: z.array(z.string()),
});
export type ReceivedRefusal = z.infer<typeof ReceivedRefusal>;

/** Refusals of one datamart by one run of a gateway. */
export const ActivitiesRefused = z.object({
  datamart_id: z.string(),
  /** Id of one run of one gateway process. */
  instance: z.string(),
  /** Counts the messages of an instance from 1. A message that comes again has the number that it had. */
  number: z.number(),
  refusals: z.array(ReceivedRefusal),
  /** How many more were refused that no message has. */
  left_out: Count,
});
export type ActivitiesRefused = z.infer<typeof ActivitiesRefused>;

/** The credential, if it stands in pages or apps. */
export const publicCredentialIn = ({ kind, id, may_merge_accounts }: RefusedCredential): PublicCredential | undefined =>
  kind === 'api_token' ? undefined : { kind, id, ...(may_merge_accounts && { may_merge_accounts }) };
