import { z } from 'zod';
import { Count, EpochMs } from '../values/epoch-ms.js';

/** All that can happen to an activity. Stored rows name a step by its position: add new ones at the end. */
export const traceSteps = [
  'ACCEPTED',
  'JUNK_LEFT_OUT',
  'WAITING_FOR_ANALYSIS',
  'ANALYZED',
  'ANALYSIS_FAILED',
  'TIME_SUSPICIOUS',
  'IDENTIFIERS_LEFT_OUT',
  'MERGE_REFUSED',
  'MOVED',
  'EVENT_BLOCKED',
  'PROFILE_LEFT_OUT',
  'PROFILE_TOO_LARGE',
  'CHOICE_NOT_EFFECTIVE',
  'STORED',
  'REFUSED_BY_CHOICE',
  'DROPPED',
  'DROPPED_ON_ERROR',
  'EXPIRED',
  'ERASED',
  'REPORTED',
  'DUPLICATE',
] as const;
export type TraceStepName = (typeof traceSteps)[number];

/** Exactly one of them ends the way of an activity. */
export const traceOutcomes: ReadonlySet<TraceStepName> = new Set<TraceStepName>([
  'STORED',
  'REFUSED_BY_CHOICE',
  'DROPPED',
  'DROPPED_ON_ERROR',
  'EXPIRED',
  'ERASED',
]);

export const TraceCredential = z.object({
  kind: z.enum(['API_TOKEN', 'SESSION', 'SIGNATURE', 'COLLECT_KEY']),
  id: z.string().describe('Id of the token, session, message authentication key or collect key.'),
});
export type TraceCredential = z.infer<typeof TraceCredential>;

export const TraceStep = z.object({
  step: z.enum(traceSteps),
  ts: EpochMs.describe('When it happened, epoch milliseconds. Of REPORTED: up to when reports are complete.'),
  source: z.enum(['LIVE', 'IMPORT']).optional().describe('ACCEPTED'),
  credential: TraceCredential.optional().describe(
    'ACCEPTED: what the activity was sent with, or the file of its line.',
  ),
  execution_id: z.string().optional().describe('ACCEPTED: the execution of the import.'),
  identifiers: z
    .array(z.string())
    .optional()
    .describe('JUNK_LEFT_OUT: the placeholders that were sent in place of identifiers.'),
  activity_analyzer_id: z
    .string()
    .optional()
    .describe('ANALYZED, ANALYSIS_FAILED, DROPPED, DROPPED_ON_ERROR, EXPIRED. DROPPED without it: one of a bot.'),
  changed: z
    .boolean()
    .optional()
    .describe(
      'ANALYZED: whether the analyzer has changed the activity. Of one beyond 8 KiB, any difference of its text counts.',
    ),
  processing_id: z.string().optional().describe('REFUSED_BY_CHOICE, CHOICE_NOT_EFFECTIVE'),
  user_point_id: z.string().optional().describe('STORED: the user point that has the activity now.'),
  count: Count.optional().describe('DUPLICATE: how often its id came again.'),
  different: z.boolean().optional().describe('DUPLICATE: whether another activity came under its id.'),
});
export type TraceStep = z.infer<typeof TraceStep>;

/** The way of an activity. */
export const ActivityTrace = z.object({
  id: z.string(),
  state: z.enum(traceSteps).describe('The end, or the last step before one.'),
  steps: z.array(TraceStep).min(1),
});
export type ActivityTrace = z.infer<typeof ActivityTrace>;

/** The part of its trace that an accepted activity brings, beside its public credential. */
export const TraceNotes = z.object({
  /** The token that it came with. */
  token_id: z.string().optional(),
  /** A keyed hash of its JSON values without `$unique_key`: 6 bytes in hexadecimal. */
  hash: z.string().optional(),
  /** The steps after ACCEPTED. */
  steps: z.array(TraceStep).optional(),
});
export type TraceNotes = z.infer<typeof TraceNotes>;

/** The question of a gateway about one activity. */
export const TraceQuestion = z.object({ datamart_id: z.string(), activity_id: z.string() });
export type TraceQuestion = z.infer<typeof TraceQuestion>;

/** The answer of an app: null if it does not know the activity. */
export const TraceAnswer = z.object({ trace: ActivityTrace.nullable() });
export type TraceAnswer = z.infer<typeof TraceAnswer>;

/** Up to when the reports of a datamart are complete, epoch milliseconds. */
export const WatermarkAnswer = z.object({ watermark: z.number() });
