import type { UserActivity } from '@tributary/client/generated/types.gen';
import { uuidOf } from '../activities/new-uuid.js';
import { activitiesOfWeekday, channels, devices, hours, locations, origins, products } from './demo-catalog.js';
import { DemoRandom } from './demo-random.js';

type Event = NonNullable<UserActivity['$events']>[number];

const dayMs = 86_400_000;
const days = 14;
const people = 420;

/** Activities of the last 14 days in UTC, the oldest first: always 2,000, none after `now`. */
export function demoActivities(now: number, seed = 'demo'): UserActivity[] {
  const today = Math.floor(now / dayMs);
  return Array.from({ length: days }, (_, place) => today - days + 1 + place)
    .flatMap((day) => activitiesOfDay(day, Math.min((day + 1) * dayMs, now), seed))
    .sort((one, other) => Number(one.$ts) - Number(other.$ts));
}

/** As the body of an upload. */
export const toNdjson = (activities: readonly UserActivity[]): string =>
  activities.map((activity) => `${JSON.stringify(activity)}\n`).join('');

/**
 * The activities of a day are the same whenever they are made, with the same keys: what was loaded before is stored once.
 *
 * @param end no activity is later: today is not over
 */
function activitiesOfDay(day: number, end: number, seed: string): UserActivity[] {
  const start = day * dayMs;
  const count = activitiesOfWeekday[new Date(start).getUTCDay()] ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const random = new DemoRandom(`${seed} ${day} ${index}`);
    const $unique_key = uuidOf(random.bytes(16), 8);
    const ofDay = (random.pick(hours) + random.next()) / 24;
    const ts = Math.floor(start + ofDay * (end - start));
    return { $unique_key, ...activityAt(ts, end, random, seed) };
  });
}

function activityAt(ts: number, end: number, random: DemoRandom, seed: string): UserActivity {
  const { type, channel } = random.pick(channels);
  const person = random.integer(people);
  return {
    $ts: ts,
    $type: type,
    $session_status: 'CLOSED_SESSION',
    ...channel,
    $user_identifiers: identifiersOf(person, type, seed),
    $user_agent_info: deviceOf(person, type, seed),
    $location: new DemoRandom(`${seed} location ${person}`).pick(locations),
    $origin: random.pick(origins),
    $events: eventsOf(type, ts, end, random),
  };
}

/** A person has a device per type of channel. Some have an account, which shows the devices to be of one person. */
function identifiersOf(person: number, type: string, seed: string): NonNullable<UserActivity['$user_identifiers']> {
  const random = new DemoRandom(`${seed} person ${person}`);
  const device = uuidOf(new DemoRandom(`${seed} ${type} ${person}`).bytes(16), 8);
  const prefix = { APP_VISIT: 'mob:and:raw', CTV_VISIT: 'tv:demo' }[type] ?? 'web:demo';
  const agent = { $type: 'USER_AGENT' as const, $user_agent_id: `${prefix}:${device}` };
  if (!random.chance(0.4)) return [agent];
  const account = { $type: 'USER_ACCOUNT' as const, $user_account_id: `demo-${person}` };
  const email = { $type: 'USER_EMAIL' as const, $email: `person.${person}@example.com` };
  return random.chance(0.5) ? [account, email, agent] : [account, agent];
}

function deviceOf(person: number, type: string, seed: string): Record<string, string> {
  return new DemoRandom(`${seed} device ${type} ${person}`).pick(devices[type] ?? []);
}

/** Pages, sometimes products in a basket, and a purchase for some of them. */
function eventsOf(type: string, start: number, end: number, random: DemoRandom): Event[] {
  const names = namesOf(type, random);
  let $ts = start;
  return names.map((name, place) => {
    if (place > 0) $ts = Math.min($ts + 4_000 + random.integer(90_000), end);
    return { $event_name: name, $ts, $properties: propertiesOf(name, random) };
  });
}

function namesOf(type: string, random: DemoRandom): string[] {
  const start = type === 'SITE_VISIT' ? [] : ['$app_open'];
  const pages = Array.from({ length: 1 + random.integer(4) }, () => '$page_view');
  if (type === 'CTV_VISIT' || random.chance(0.45)) return [...start, ...pages];
  const items = Array.from({ length: 1 + random.integer(3) }, () => '$item_view');
  if (!random.chance(0.35)) return [...start, ...pages, ...items];
  return [...start, ...pages, ...items, '$basket_view', ...(random.chance(0.4) ? ['$transaction_confirmed'] : [])];
}

function propertiesOf(name: string, random: DemoRandom): Record<string, unknown> {
  if (name === '$item_view') return { ...random.pick(products) };
  if (name !== '$transaction_confirmed') return name === '$page_view' ? { path: `/${random.pick(products).$id}` } : {};
  const $items = Array.from({ length: 1 + random.integer(3) }, () => ({
    ...random.pick(products),
    $qty: 1 + random.integer(2),
  }));
  return { $currency: 'EUR', $items };
}
