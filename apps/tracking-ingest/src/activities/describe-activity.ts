import type { ActivityFacts } from '@tributary/contracts/tracking/activity-facts';
import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { maxNameLength } from '@tributary/contracts/rules/name-problem';
import { botField } from '@tributary/http/body/bot-flag';
import { readNumber } from '@tributary/contracts/values/number-or-decimal';
import { add, multiply, readDecimal, toMicros, writeMicros, zero, type Decimal } from './decimal.js';

/** The value if it is an object, else an empty object. */
const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});

const visits = new Set<unknown>(['SITE_VISIT', 'APP_VISIT', 'CTV_VISIT']);

const pageEvents = new Set([
  '$page_view',
  '$home_view',
  '$category_view',
  '$item_view',
  '$item_list_view',
  '$product_view',
  '$product_list_view',
  '$basket_view',
]);

/** Events that the platform or a message causes: the person has not acted. */
const technicalEvents = new Set([
  '$conversion',
  '$ad_click',
  '$ad_view',
  '$email_view',
  '$email_click',
  '$email_sent',
  '$email_delivered',
  '$email_soft_bounce',
  '$email_hard_bounce',
  '$email_unsubscribe',
  '$email_complaint',
  '$set_user_profile_properties',
  '$set_user_choice',
  '$set_user_consent',
  '$content_correction',
  '$content_corrections',
  '$quit_while_running',
  '$cleaned_referrer',
]);

/** Characters of all event names together, so that a message to reports stays below 1 MiB. */
const maxEventNames = 65_536;

/** The activity's `$events` that are objects. */
export const eventsOf = ({ $events }: JsonObject): JsonObject[] =>
  Array.isArray($events) ? $events.filter(isObject) : [];

/**
 * The facts that reports need of an activity (ADR 0010). Takes any JSON object: invalid values are left out, or count as 0.
 * Facts that are 0 or false are left out too: most activities have several of them, and the message would carry each name.
 *
 * @param ts of the activity
 */
export function describeActivity(activity: JsonObject, ts: number): ActivityFacts {
  const events = eventsOf(activity);
  const names = events.map(({ $event_name }) => $event_name).filter((name) => typeof name === 'string');
  const isVisit = visits.has(activity['$type']);
  const device = objectIn(activity['$user_agent_info']);
  const origin = objectIn(activity['$origin']);
  const location = objectIn(activity['$location']);
  const confirmed = events.filter(({ $event_name }) => $event_name === '$transaction_confirmed');
  // One literal: V8 turns an object that grows by assignments into a dictionary, which is many times slower.
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
    is_bot: activity[botField] === true || undefined,
    number_of_user_events: events.length - names.filter((name) => technicalEvents.has(name)).length || undefined,
    number_of_confirmed_transactions: confirmed.length || undefined,
    transaction_amount: confirmed.length > 0 ? totalOf(confirmed) : undefined,
  };
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? cut(value) : undefined);

/** Reports group by the first characters of a long text. Half a surrogate pair is not valid text. */
const cut = (value: string) =>
  value.length <= maxNameLength ? value : value.slice(0, maxNameLength).replace(/[\ud800-\udbff]$/, '');

function eventTypes(names: string[]): string[] | undefined {
  let room = maxEventNames;
  const distinct = [...new Set(names.filter((name) => name !== '').map(cut))];
  const kept = distinct.filter((name) => (room -= name.length + 1) >= 0);
  return kept.length > 0 ? kept : undefined;
}

/** Whole seconds: the given ones, else from the first event to the last. */
function sessionDuration(given: unknown, events: JsonObject[], ts: number): number {
  if (Number.isSafeInteger(given) && Number(given) >= 0) return Number(given);
  if (events.length < 2) return 0;
  let [first, last] = [Infinity, -Infinity];
  for (const { $ts } of events) {
    const time = readNumber($ts) ?? ts;
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return Math.floor((last - first) / 1000);
}

const totalOf = (confirmed: JsonObject[]): string =>
  writeMicros(confirmed.reduce((sum, { $properties }) => sum + transactionAmount(objectIn($properties)), 0n));

/** The largest amount that reports keep (ADR 0010), in millionths; larger amounts are cut to it. */
const maxMicros = 10n ** 26n;

/** Millionths of a `$transaction_confirmed` event: the sum of its items, or its `$amount` when it has no items. */
function transactionAmount(properties: JsonObject): bigint {
  const { $items, $amount } = properties;
  const hasItems = Array.isArray($items) && $items.length > 0;
  const amount = toMicros(hasItems ? $items.reduce<Decimal>(addItem, zero) : readDecimal($amount));
  if (amount > maxMicros) return maxMicros;
  return amount < -maxMicros ? -maxMicros : amount;
}

function addItem(sum: Decimal, item: unknown): Decimal {
  if (!isObject(item)) return sum;
  return add(sum, multiply(readDecimal(item['$qty'] ?? 1), readDecimal(item['$price'])));
}
