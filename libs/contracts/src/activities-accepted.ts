import { z } from 'zod';

export const hourMs = 3_600_000;

/** The hour in which an activity came in, as epoch milliseconds of its start. */
export const hourOf = (received_ts: number) => received_ts - (received_ts % hourMs);

/** What one gateway has taken for a datamart in an hour, up to now: a later tally holds what an earlier one does. */
export const AcceptedTally = z.object({
  datamart_id: z.string(),
  /** Epoch milliseconds; of the activities' own `received_ts`. */
  hour_ts: z.number(),
  /** Acknowledged by the broker, and answered as durable. */
  accepted: z.number(),
  /** Answered 503 with nobody knowing whether the broker has them. */
  unsure: z.number(),
});
export type AcceptedTally = z.infer<typeof AcceptedTally>;

/** How much a gateway has accepted, for the balance (ADR 0023). */
export const ActivitiesAccepted = z.object({
  /** Of one run of one gateway. */
  instance: z.string(),
  tallies: z.array(AcceptedTally).min(1),
});
export type ActivitiesAccepted = z.infer<typeof ActivitiesAccepted>;
