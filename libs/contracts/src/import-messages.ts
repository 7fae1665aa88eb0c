import { z } from 'zod';
import { Identifier } from './identifier.js';
import { uuid8Series } from './uuid.js';

export const DocumentType = z.enum([
  ...(['USER_ACTIVITY', 'USER_SEGMENT', 'USER_PROFILE', 'USER_CHOICE'] as const),
  ...(['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', 'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS'] as const),
  ...(['USER_IDENTIFIERS_DELETION', 'USER_POINTS_DELETION'] as const),
]);
export type DocumentType = z.infer<typeof DocumentType>;

/** A part of a file, on line boundaries, that some worker is to parse. May come twice; only its first time counts. */
export const ChunkRequested = z.object({
  datamart_id: z.string(),
  execution_id: z.string(),
  /** From 0, in file order. */
  chunk: z.number(),
});
export type ChunkRequested = z.infer<typeof ChunkRequested>;

const UpdateStrategy = z.enum(['PARTIAL_UPDATE', 'PARTIAL_DELETE', 'FORCE_REPLACE']);

/**
 * What one valid line of a file asks for: rules of single lines are checked before, so that only what depends on the
 * stored state can still fail. JSON of the client's own is text, exactly as it wrote it.
 */
export const ImportOperation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('activity'),
    /** `$unique_key`, or one of `idsOfLines`. */
    activity_id: z.string(),
    identifiers: z.array(Identifier).min(1),
    body: z.string(),
  }),
  z.object({
    kind: z.literal('upsert_profile'),
    identifier: Identifier,
    compartment_id: z.string(),
    update_strategy: UpdateStrategy,
    merge_objects: z.boolean(),
    /** Epoch milliseconds from which the properties count; absent: when the execution was created. */
    ts: z.number().optional(),
    /** A JSON object, without `$ts`, `$compartment_id`, `$user_account_id` and the fields that only reads have. */
    properties: z.string(),
  }),
  z.object({ kind: z.literal('delete_profile'), identifier: Identifier, compartment_id: z.string() }),
  z.object({
    kind: z.literal('update_segment'),
    identifier: Identifier,
    segment_id: z.string(),
    /** Epoch milliseconds; null: never. */
    expiration_ts: z.number().nullable(),
    /** JSON of any kind. */
    data_bag: z.string().optional(),
  }),
  z.object({ kind: z.literal('delete_segment'), identifier: Identifier, segment_id: z.string() }),
  z.object({
    kind: z.literal('upsert_choice'),
    identifier: Identifier,
    processing_id: z.string(),
    choice_ts: z.number(),
    choice_acceptance_value: z.boolean(),
    /** The custom fields, a JSON object. */
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
 * By its line, the id of an activity without a `$unique_key`: the same whenever the line is parsed. Whoever has claimed the
 * part need not look for it, and reports that have the activity, as after a restore, know it again: near those of the
 * neighbouring lines, not all over the day.
 */
export const idsOfLines = (execution_id: string) => uuid8Series(`lines of ${execution_id}`);

/**
 * import-worker → tracking-ingest: valid lines of an execution. Lines of one identifier are in one shard. All parts of
 * a shard have the same key, and the first appearance of each is in file order, so that those lines take effect in it.
 * A part may come again at any time later, always with the same lines: it is then answered again and not applied again.
 */
export const ChunkParsed = z.object({
  datamart_id: z.string(),
  execution_id: z.string(),
  chunk: z.number(),
  /** From 0 within the chunk; (execution_id, chunk, part) is applied once. */
  part: z.number(),
  /** Which of the sequences of the execution's lines this is a part of. */
  shard: z.number().default(0),
  /** When the execution was created, epoch milliseconds. */
  creation_ts: z.number(),
  lines: z.array(z.object({ line: z.number(), operation: ImportOperation })),
});
export type ChunkParsed = z.infer<typeof ChunkParsed>;

export const LineFailure = z.object({ line: z.number(), error_code: z.string(), error: z.string() });
export type LineFailure = z.infer<typeof LineFailure>;

/**
 * tracking-ingest → import-worker: all lines of a part but `failures` have taken effect. `total_success` and the
 * failures together are the part's lines. For a part that came again the same answer is given again.
 */
export const ChunkApplied = z.object({
  datamart_id: z.string(),
  execution_id: z.string(),
  chunk: z.number(),
  part: z.number(),
  total_success: z.number(),
  failures: z.array(LineFailure),
});
export type ChunkApplied = z.infer<typeof ChunkApplied>;

/** An execution has changed its status. */
export const ExecutionChanged = z.object({
  datamart_id: z.string(),
  execution_id: z.string(),
  status: z.enum(['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED']),
});
export type ExecutionChanged = z.infer<typeof ExecutionChanged>;
