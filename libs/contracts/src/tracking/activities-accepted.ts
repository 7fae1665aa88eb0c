import { z } from 'zod';
import { hourMs } from '../rules/time-units.js';

/** The start of the hour in which an activity was received, epoch milliseconds. */
export const hourOf = (received_ts: number) => received_ts - (received_ts % hourMs);

/** The activities that one gateway has received for a datamart in an hour, so far: a cumulative count. */
export const AcceptedCount = z.object({
  datamart_id: z.string(),
  /** Epoch milliseconds; the hour of the activities' `received_ts`. */
  hour_ts: z.number(),
  /** Acknowledged by the bus, so the client got a receipt. */
  accepted: z.number(),
  /** The client got a 503, but the bus may have the activity. */
  uncertain: z.number(),
});
export type AcceptedCount = z.infer<typeof AcceptedCount>;

/** The counts of one gateway, for the reconciliation (ADR 0023). */
export const ActivitiesAccepted = z.object({
  /** Id of one run of one gateway process. */
  instance: z.string(),
  counts: z.array(AcceptedCount).min(1),
});
export type ActivitiesAccepted = z.infer<typeof ActivitiesAccepted>;
