import { z } from 'zod';
import { Identifier } from '../tracking/identifier.js';
import { UpdateStrategy } from '../tracking/user-profile.js';
import { TraceCredential } from '../traces/activity-trace.js';
import { uuid8Series } from '../values/uuid.js';

export const DocumentType = z.enum([
  'USER_ACTIVITY',
  'USER_SEGMENT',
  'USER_PROFILE',
  'USER_CHOICE',
  'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS',
  'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS',
  'USER_IDENTIFIERS_DELETION',
  'USER_POINTS_DELETION',
]);
export type DocumentType = z.infer<typeof DocumentType>;

/**
 * A chunk of a file, on line boundaries, is ready to be parsed. If the message is delivered again, it has no effect.
 */
export const ChunkRequested = z.object({
  datamart_id: z.string(),
  execution_id: z.string(),
  /** From 0, in file order. */
  chunk: z.number(),
  /** A chunk that made way for another organisation is requested again: then only the later request counts. */
  requested_date: z.number().optional(),
});
export type ChunkRequested = z.infer<typeof ChunkRequested>;

/** At least one of the two. tracking-ingest looks up the technical name. */
const segment = { segment_id: z.string().optional(), segment_technical_name: z.string().optional() };

/**
 * The operation of one valid line. The worker has checked all rules of single lines, so only rules about stored state
 * can still fail. JSON of the client stays text, exactly as the client wrote it.
 */
export const ImportOperation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('activity'),
    /** `$unique_key`, or an id of `idsOfLines`. */
    activity_id: z.string(),
    identifiers: z.array(Identifier).min(1),
    body: z.string(),
    /** The placeholders that stand in the line in place of identifiers. */
    junk: z.array(z.string()).optional(),
  }),
  z.object({
    kind: z.literal('upsert_profile'),
    identifier: Identifier,
    compartment_id: z.string(),
    update_strategy: UpdateStrategy,
    merge_objects: z.boolean(),
    /** When the properties become valid, epoch milliseconds. Default: the creation of the execution. */
    ts: z.number().optional(),
    /** A JSON object without `profileFields`. */
    properties: z.string(),
  }),
  z.object({ kind: z.literal('delete_profile'), identifier: Identifier, compartment_id: z.string() }),
  z.object({
    kind: z.literal('update_segment'),
    identifier: Identifier,
    ...segment,
    /** Epoch milliseconds; null: never; absent: by the default of the segment. */
    expiration_ts: z.number().nullable().optional(),
    /** Any JSON. */
    data_bag: z.string().optional(),
  }),
  z.object({ kind: z.literal('delete_segment'), identifier: Identifier, ...segment }),
  z.object({
    kind: z.literal('upsert_choice'),
    identifier: Identifier,
    processing_id: z.string(),
    choice_ts: z.number(),
    choice_acceptance_value: z.boolean(),
    /** A JSON object of the custom fields. */
    custom: z.string(),
  }),
  z.object({ kind: z.literal('delete_choice'), identifier: Identifier, processing_id: z.string() }),
  z.object({ kind: z.literal('associate'), identifiers: z.array(Identifier).min(1) }),
  z.object({ kind: z.literal('dissociate'), identifiers: z.array(Identifier).min(1) }),
  z.object({ kind: z.literal('delete_identifier'), identifier: Identifier }),
  z.object({
    kind: z.literal('delete_point'),
    identifier: Identifier.optional(),
    user_point_id: z.string().optional(),
  }),
]);
export type ImportOperation = z.infer<typeof ImportOperation>;

/**
 * The ids of activities without a `$unique_key`, by line. A line has the same id each time it is parsed.
 * tracking-ingest need not look the id up, because it applies each batch once. Reports need it after a restore, to
 * recognise activities that they have already. Neighbouring lines of a chunk have neighbouring ids, so that this search
 * stays in a narrow range.
 *
 * Without the secret, a client could claim the ids of the next execution, and its lines would be missing in reports. One that
 * reads a stored line knows the ids of its chunk only. The executions of older versions have no secret.
 */
export const idsOfLines = (execution_id: string, secret?: LineSecret) =>
  uuid8Series(
    secret?.line_secret
      ? `lines of ${execution_id}\n${secret.line_secret}\n${secret.chunk}`
      : `lines of ${execution_id}`,
  );

/** The part of a chunk that its ids depend on. */
interface LineSecret {
  line_secret?: string | null | undefined;
  chunk: number;
}

/**
 * import-worker → tracking-ingest: a batch of valid lines of an execution. All lines of an identifier are in one shard.
 * The batches of a shard have the same key and are first published in file order, so that their lines are applied in
 * it. A batch may be delivered again at any time, always with the same lines: it is answered again, but not applied
 * again.
 */
export const ChunkParsed = z.object({
  datamart_id: z.string(),
  execution_id: z.string(),
  chunk: z.number(),
  /** Number of the batch within the chunk, from 0. Each (execution_id, chunk, batch) is applied once. */
  batch: z.number(),
  /** Number of the shard of the execution's lines. */
  shard: z.number().default(0),
  /** When the execution was created, epoch milliseconds. */
  creation_ts: z.number(),
  /** Words of the junk list that identified people in the datamart at the upload. */
  junk_exceptions: z.array(z.string()).optional(),
  /** The secret of the execution, for `idsOfLines`. */
  line_secret: z.string().optional(),
  /** The credential that the file was uploaded with. */
  credential: TraceCredential.optional(),
  /** The user who uploaded the file: the audit names it with each person whom a line erases. */
  user_id: z.string().optional(),
  lines: z.array(z.object({ line: z.number(), operation: ImportOperation })),
});
export type ChunkParsed = z.infer<typeof ChunkParsed>;

export const LineFailure = z.object({ line: z.number(), error_code: z.string(), error: z.string() });
export type LineFailure = z.infer<typeof LineFailure>;

/**
 * tracking-ingest → import-worker: all lines of a batch except `failures` have been applied. `total_success` plus the
 * failures is the number of its lines. A batch that is delivered again gets the same answer again.
 */
export const ChunkApplied = z.object({
  datamart_id: z.string(),
  execution_id: z.string(),
  chunk: z.number(),
  batch: z.number(),
  total_success: z.number(),
  /** The successes among them that are activities refused by a choice of their people. */
  total_refused_by_choice: z.number().default(0),
  failures: z.array(LineFailure),
});
export type ChunkApplied = z.infer<typeof ChunkApplied>;

/** The status of an execution has changed. */
export const ExecutionChanged = z.object({
  datamart_id: z.string(),
  execution_id: z.string(),
  status: z.enum(['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED']),
});
export type ExecutionChanged = z.infer<typeof ExecutionChanged>;
