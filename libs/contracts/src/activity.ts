import { z } from 'zod';
import { Identifier } from './identifier.js';

/** What a client gets for an activity it sent: the activity is durable when this is answered. */
export interface ActivityReceipt {
  id: string;
  received_ts: number;
}

/** An accepted activity on its way to the store. */
export const ActivityReceived = z.object({
  datamart_id: z.string(),
  /** $unique_key, or derived from the Idempotency-Key, or a new UUIDv7: the activity is stored once per datamart and id. */
  activity_id: z.string(),
  received_ts: z.number(),
  /** All of the activity's identifiers, the strongest first; at least one. */
  identifiers: z.array(Identifier).min(1),
  /** The JSON text as sent: numbers and keys survive as the client wrote them. */
  body: z.string(),
});
export type ActivityReceived = z.infer<typeof ActivityReceived>;

/** What reports need of one stored activity. */
export const StoredActivity = z.object({
  activity_id: z.string(),
  user_point_id: z.string(),
  /** Epoch milliseconds of the activity. */
  ts: z.number(),
  type: z.string(),
  /** Site, app or connected-TV id. */
  channel_id: z.string().nullable(),
});
export type StoredActivity = z.infer<typeof StoredActivity>;

/** Activities of one datamart that one transaction stored; each activity is in exactly one such message (ADR 0007). */
export const ActivitiesStored = z.object({
  datamart_id: z.string(),
  activities: z.array(StoredActivity).min(1),
});
export type ActivitiesStored = z.infer<typeof ActivitiesStored>;
