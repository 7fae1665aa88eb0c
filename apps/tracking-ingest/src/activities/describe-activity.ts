import type { StoredActivity } from '@tributary/contracts/activity';
import { maxNameLength } from '@tributary/contracts/user-activity';
import { writeMicros } from './decimal.js';
import { isObject, objectIn, type JsonObject } from './json-object.js';
import { transactionAmount } from './transaction-amount.js';

/** What reports tell of an activity beside its ids, time and type (ADR 0010). */
export type Description = Omit<StoredActivity, 'activity_id' | 'user_point_id' | 'ts' | 'type' | 'channel_id'>;

const visits = new Set(['SITE_VISIT', 'APP_VISIT', 'CTV_VISIT']);

const pageEvents = new Set([
  ...['$page_view', '$home_view', '$category_view', '$item_view', '$item_list_view'],
  ...['$product_view', '$product_list_view', '$basket_view'],
]);

/** Events of the platform's own making, and of messages: the person has not acted. */
const technicalEvents = new Set([
  ...['$conversion', '$ad_click', '$ad_view', '$email_view', '$email_click', '$email_sent', '$email_delivered'],
  ...['$email_soft_bounce', '$email_hard_bounce', '$email_unsubscribe', '$email_complaint'],
  ...['$set_user_profile_properties', '$set_user_choice', '$set_user_consent'],
  ...['$content_correction', '$content_corrections', '$quit_while_running', '$cleaned_referrer'],
]);

/** Characters of all event names together: a message to the reports stays below 1 MiB. */
const maxEventNames = 65_536;

/** The activity's `$events`, without what is no object. */
export const eventsOf = ({ $events }: JsonObject): JsonObject[] =>
  Array.isArray($events) ? $events.filter(isObject) : [];

/**
 * Takes any JSON object: what is not as it should be is left out, or counts as nothing. `ts` is the activity's. 0 and
 * false are left out too: most activities have several of them, and each costs its name on the way to the reports.
 */
export function describeActivity(activity: JsonObject, ts: number): Description {
  const events = eventsOf(activity);
  const names = events.map(({ $event_name }) => $event_name).filter((name) => typeof name === 'string');
  const isVisit = visits.has(String(activity['$type']));
  const device = objectIn(activity['$user_agent_info']);
  const origin = objectIn(activity['$origin']);
  const location = objectIn(activity['$location']);
  const confirmed = events.filter(({ $event_name }) => $event_name === '$transaction_confirmed');
  // One literal, as in `toStored`.
  return {
    session_duration: sessionDuration(activity['$session_duration'], events, ts) || undefined,
    device_form_factor: text(device['$form_factor']),
    device_browser_family: text(device['$browser_family']),
    device_os_family: text(device['$os_family']),
    device_brand: text(device['$brand']),
    device_agent_type: text(device['$agent_type']),
    origin_source: text(origin['$source']),
    origin_channel: text(origin['$channel']),
    origin_campaign_name: text(origin['$campaign_name']),
    location_country: text(location['$country']),
    location_region: text(location['$region']),
    location_city: text(location['$city']),
    location_zip_code: text(location['$zip_code']),
    event_types: eventTypes(names),
    has_conversion: names.includes('$conversion') || undefined,
    has_bounced: (isVisit && names.filter((name) => pageEvents.has(name)).length === 1) || undefined,
    number_of_user_events: events.length - names.filter((name) => technicalEvents.has(name)).length || undefined,
    number_of_confirmed_transactions: confirmed.length || undefined,
    transaction_amount: confirmed.length > 0 ? totalOf(confirmed) : undefined,
  };
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? cut(value) : undefined);

/** Reports group by the first characters of a long text; half a surrogate pair would be no text. */
const cut = (value: string) =>
  value.length <= maxNameLength ? value : value.slice(0, maxNameLength).replace(/[\ud800-\udbff]$/, '');

function eventTypes(names: string[]): string[] | undefined {
  let room = maxEventNames;
  const distinct = [...new Set(names.filter((name) => name !== '').map(cut))];
  const kept = distinct.filter((name) => (room -= name.length + 1) >= 0);
  return kept.length > 0 ? kept : undefined;
}

/** Seconds, whole ones: as told, else from the first event to the last. */
function sessionDuration(told: unknown, events: JsonObject[], ts: number): number {
  if (Number.isSafeInteger(told) && Number(told) >= 0) return Number(told);
  if (events.length < 2) return 0;
  let [first, last] = [Infinity, -Infinity];
  for (const { $ts } of events) {
    const time = typeof $ts === 'number' ? $ts : ts;
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return Math.floor((last - first) / 1000);
}

const totalOf = (confirmed: JsonObject[]): string =>
  writeMicros(confirmed.reduce((sum, { $properties }) => sum + transactionAmount(objectIn($properties)), 0n));
