import { z } from 'zod';
import { EpochMs } from './epoch-ms.js';
import { Identifier } from './identifier.js';
import { ListQuery } from './list-query.js';

/** What a client gets for an activity it sent: the activity is durable when this is answered. */
export const ActivityReceipt = z.object({
  id: z.guid().describe("The activity's id: `$unique_key` if it has one. A duplicate is told the id of the first."),
  received_ts: EpochMs.describe('When the platform took it, epoch milliseconds.'),
});
export type ActivityReceipt = z.infer<typeof ActivityReceipt>;

/** Query of the list of a person's activities. */
export const ActivitiesQuery = ListQuery.extend({
  before: z
    .guid('must be the id of an activity')
    .optional()
    .describe('`$id` of an activity: only those after it in the list, however many have come in since.'),
});
export type ActivitiesQuery = z.infer<typeof ActivitiesQuery>;

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

const text = z.string().optional();

/** What reports need of one stored activity (ADR 0010 defines each field); absent is null in a report, 0 or false. */
export const StoredActivity = z.object({
  activity_id: z.string(),
  user_point_id: z.string(),
  /** Epoch milliseconds of the activity. */
  ts: z.number(),
  type: z.string(),
  /** Site, app or connected-TV id. */
  channel_id: z.string().nullish(),
  /** Seconds. */
  session_duration: z.number().optional(),
  device_form_factor: text,
  device_browser_family: text,
  device_os_family: text,
  device_brand: text,
  device_agent_type: text,
  origin_source: text,
  origin_channel: text,
  origin_campaign_name: text,
  location_country: text,
  location_region: text,
  location_city: text,
  location_zip_code: text,
  /** Distinct names of its events. */
  event_types: z.array(z.string()).optional(),
  has_conversion: z.boolean().optional(),
  has_bounced: z.boolean().optional(),
  number_of_user_events: z.number().optional(),
  number_of_confirmed_transactions: z.number().optional(),
  /** Decimal text with at most 6 fractional digits; absent without a transaction. */
  transaction_amount: text,
});
export type StoredActivity = z.infer<typeof StoredActivity>;

/** Activities of one datamart that one transaction stored; each activity is in exactly one such message (ADR 0007). */
export const ActivitiesStored = z.object({
  datamart_id: z.string(),
  activities: z.array(StoredActivity).min(1),
});
export type ActivitiesStored = z.infer<typeof ActivitiesStored>;
