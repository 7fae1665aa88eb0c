import { z } from 'zod';
import { Count, EpochMs } from '../values/epoch-ms.js';
import { ActivityFacts } from './activity-facts.js';
import { TraceNotes } from '../traces/activity-trace.js';
import { Identifier } from './identifier.js';
import { ListQuery } from '../list-query.js';

/** The response to an activity: the activity is durable. */
export const ActivityReceipt = z.object({
  id: z
    .guid()
    .describe(
      "The activity's id: `$unique_key` if it has one. A duplicate gets the id of the first, unless the platform was upgraded or its key rotated in between.",
    ),
  received_ts: EpochMs.describe('When the platform received it, epoch milliseconds.'),
});
export type ActivityReceipt = z.infer<typeof ActivityReceipt>;

/** The result of a line that was refused. */
export const RefusedActivity = z.object({
  error_code: z
    .enum(['BAD_REQUEST_FORMAT', 'BAD_REQUEST_DATA', 'AUTHORIZATION_ERROR'])
    .describe('AUTHORIZATION_ERROR: of another channel than that of the collect key.'),
  error: z.string().describe('Message for people; it names the field that is wrong.'),
});
export type RefusedActivity = z.infer<typeof RefusedActivity>;

/** The response to several activities in one request: all accepted ones are durable. */
export const ActivityReceipts = z.object({
  accepted: Count.describe('Number of lines that were accepted.'),
  rejected: Count.describe('Number of lines that were refused.'),
  results: z
    .array(z.union([ActivityReceipt, RefusedActivity]))
    .describe('One result for each line that is not blank, in the order of the lines.'),
});
export type ActivityReceipts = z.infer<typeof ActivityReceipts>;

/** Query of the list of a user point's activities. */
export const ActivitiesQuery = ListQuery.extend({
  before: z
    .guid('must be the id of an activity')
    .optional()
    .describe('`$id` of an activity: returns only those after it in the list, even if new ones have arrived since.'),
});
export type ActivitiesQuery = z.infer<typeof ActivitiesQuery>;

/**
 * How an activity ended, if it is not to be stored. `dropped`: by an analyzer, or as one of a bot that its channel leaves out. `dropped_on_error`: its
 * analyzer failed, and is configured to drop. `duplicate`: one with its id waits or was dropped. `erased`: its person was
 * erased while it waited.
 */
export const AnalysisOutcome = z.enum(['dropped', 'dropped_on_error', 'duplicate', 'erased']);
export type AnalysisOutcome = z.infer<typeof AnalysisOutcome>;

/** A credential that stands in pages and apps, where anyone can read it. */
export const PublicCredential = z.object({
  kind: z.enum(['collect_key', 'message_authentication_key']),
  id: z.string(),
  /** Whether its activities may bring together people who have accounts. A collect key never may. */
  may_merge_accounts: z.literal(true).optional(),
});
export type PublicCredential = z.infer<typeof PublicCredential>;

/** An accepted activity that is not stored yet. */
export const ActivityReceived = z.object({
  datamart_id: z.string(),
  /** `$unique_key`, or derived from the signature or the Idempotency-Key, or a new UUIDv7. Stored once per datamart and id. */
  activity_id: z.string(),
  /** Its ids under the other keys of the platform: one that is stored under any of them is stored. */
  former_ids: z.array(z.string()).optional(),
  /** Its id in the versions that derived it without a key: counts for one window of deduplication after the upgrade. */
  unkeyed_id: z.string().optional(),
  received_ts: z.number(),
  /** All identifiers of the activity, the strongest first. */
  identifiers: z.array(Identifier).min(1),
  /** The JSON text as sent, so that numbers and keys stay as the client wrote them. */
  body: z.string(),
  /** The public credential that it came with. Absent for tokens, and in messages of versions that did not say it: trusted. */
  public_credential: PublicCredential.optional(),
  /** The names of events that the tracking plan blocks and that are left out of it, one for each. */
  blocked_events: z.array(z.string()).optional(),
  /** The first activity analyzer that failed on it, if the activity is stored all the same. */
  error_analyzer_id: z.string().optional(),
  /** Why it ended without being stored. It is only counted, and its body is empty. */
  outcome: AnalysisOutcome.optional(),
  /** Names the end of its analysis, a UUID: a message that comes twice with it is counted once. */
  analysis_id: z.string().optional(),
  /** For its trace. Absent in messages of older versions. */
  trace: TraceNotes.optional(),
});
export type ActivityReceived = z.infer<typeof ActivityReceived>;

/** An accepted activity of a channel with activity analyzers. */
export const ActivityToAnalyze = ActivityReceived.omit({
  error_analyzer_id: true,
  outcome: true,
  analysis_id: true,
}).extend({ channel_id: z.string() });
export type ActivityToAnalyze = z.infer<typeof ActivityToAnalyze>;

/** A stored activity, as far as reports need it. */
export const StoredActivity = z.object({
  activity_id: z.string(),
  user_point_id: z.string(),
  /** Epoch milliseconds of the activity. */
  ts: z.number(),
  type: z.string(),
  /** Site, app or connected-TV id. */
  channel_id: z.string().nullish(),
  ...ActivityFacts.shape,
});
export type StoredActivity = z.infer<typeof StoredActivity>;

/**
 * Activities of one datamart that one transaction has stored. Each activity is in exactly one such message (ADR 0007).
 */
export const ActivitiesStored = z.object({ datamart_id: z.string(), activities: z.array(StoredActivity).min(1) });
export type ActivitiesStored = z.infer<typeof ActivitiesStored>;
