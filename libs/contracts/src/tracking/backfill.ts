import { z } from 'zod';

/** Reports lack facts: tracking-ingest publishes all of them again. */
export const BackfillRequested = z.object({
  request_id: z.string(),
  /**
   * The database was restored, so messages of its lost timeline may still be in Kafka. tracking-ingest starts a new
   * timeline, and reports start over: they drop all facts, and request a backfill of their own.
   */
  after_restore: z.boolean().optional(),
});
export type BackfillRequested = z.infer<typeof BackfillRequested>;

/** The steps of a backfill, in order. Erasures and merges come first, so that activities soon count for the right person. */
export const BackfillStep = z.enum(['erasures', 'merges', 'deletions', 'memberships', 'activities']);
export type BackfillStep = z.infer<typeof BackfillStep>;

/** The cursor of the next page of a backfill. */
export const BackfillPageDue = z.object({
  request_id: z.string(),
  /** From 0. */
  page: z.number(),
  step: BackfillStep,
  /** In the step `activities`: the day of their partition. */
  day: z.string().optional(),
  /** The key of the last row of the previous page; absent at the start of a step or day. */
  after: z.array(z.string()).optional(),
});
export type BackfillPageDue = z.infer<typeof BackfillPageDue>;

/** The last page of a backfill is published, which says nothing about the order in which its messages arrive. */
export const BackfillEnded = z.object({
  request_id: z.string(),
  /** How many messages the backfill has published to reports. Their ids contain `/<request_id>/` or begin with it. */
  messages: z.number(),
});
export type BackfillEnded = z.infer<typeof BackfillEnded>;
