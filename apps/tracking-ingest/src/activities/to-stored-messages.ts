import type { ActivitiesStored, StoredActivity } from '@tributary/contracts/activity';
import type { PlacedActivity } from './placed-activity.js';

/** Most activities in one message to the reports. */
export const activitiesPerMessage = 250;

/** Of one message: well below what a topic takes, so that a request to the broker holds it with others. */
const maxBytes = 768 * 1024;

/** The first instant of the year 10000: no report reaches it, and every store can keep it. */
const afterAllReports = 253_402_300_800_000;

/** Messages of one datamart each, none too large for a broker. */
export function toStoredMessages(activities: PlacedActivity[]): ActivitiesStored[] {
  const messages: ActivitiesStored[] = [];
  const open = new Map<string, { list: StoredActivity[]; bytes: number }>();
  for (const activity of activities) {
    const stored = toStored(activity);
    const bytes = mostBytes(stored);
    const { datamart_id } = activity;
    let message = open.get(datamart_id);
    if (!message || message.list.length === activitiesPerMessage || message.bytes + bytes > maxBytes) {
      message = { list: [], bytes: 0 };
      open.set(datamart_id, message);
      messages.push({ datamart_id, activities: message.list });
    }
    message.list.push(stored);
    message.bytes += bytes;
  }
  return messages;
}

/**
 * Field by field: what a spread or an `assign` puts together V8 keeps as a dictionary, which takes many times as
 * long to make, and almost twice as long to write.
 */
function toStored(activity: PlacedActivity): StoredActivity {
  const told = activity.description;
  return {
    activity_id: activity.activity_id,
    user_point_id: activity.user_point_id,
    ts: Math.min(Number(activity.ts), afterAllReports),
    type: activity.type,
    channel_id: activity.channel_id,
    session_duration: told.session_duration,
    device_form_factor: told.device_form_factor,
    device_browser_family: told.device_browser_family,
    device_os_family: told.device_os_family,
    device_brand: told.device_brand,
    device_agent_type: told.device_agent_type,
    origin_source: told.origin_source,
    origin_channel: told.origin_channel,
    origin_campaign_name: told.origin_campaign_name,
    location_country: told.location_country,
    location_region: told.location_region,
    location_city: told.location_city,
    location_zip_code: told.location_zip_code,
    event_types: told.event_types,
    has_conversion: told.has_conversion,
    has_bounced: told.has_bounced,
    number_of_user_events: told.number_of_user_events,
    number_of_confirmed_transactions: told.number_of_confirmed_transactions,
    transaction_amount: told.transaction_amount,
  } satisfies Record<keyof StoredActivity, unknown>;
}

/** Names, numbers and punctuation of an activity without texts. */
const frameBytes = 1_000;
/** JSON writes some characters in six bytes, as `\u0001`. */
const bytesPerCharacter = 6;

/** All fields whose length the client decides, but for the names of events. */
const texts = [
  ...(['type', 'channel_id', 'device_form_factor', 'device_browser_family', 'device_os_family'] as const),
  ...(['device_brand', 'device_agent_type', 'origin_source', 'origin_channel', 'origin_campaign_name'] as const),
  ...(['location_country', 'location_region', 'location_city', 'location_zip_code'] as const),
];

/** A bound that is quickly found, not the length. By names that V8 knows: going through all values takes 20 times as long. */
function mostBytes(stored: StoredActivity): number {
  let characters = 0;
  for (const name of texts) characters += stored[name]?.length ?? 0;
  for (const name of stored.event_types ?? []) characters += name.length + 1;
  return frameBytes + characters * bytesPerCharacter;
}
