import type { UserActivity } from '@tributary/client/generated/types.gen';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { uuidOf } from '../activities/new-uuid.js';
import { activitiesOfWeekday, channels, devices, hours, origins, products, type DemoType } from './demo-catalog.js';
import { accountOf, agentOf, demoCompartment, demoPeople, locationOf } from './demo-people.js';
import { DemoRandom } from './demo-random.js';

type Event = NonNullable<UserActivity['$events']>[number];

const days = 14;

/**
 * Activities of the last 14 days in UTC, the oldest first: always 2,000, none after `now`.
 *
 * @param load they have other keys in another load: those of one that was removed are known to the platform, and would not be stored
 */
export function demoActivities(now: number, load: string): UserActivity[] {
  const today = Math.floor(now / dayMs);
  return Array.from({ length: days }, (_, place) => today - days + 1 + place)
    .flatMap((day) => activitiesOfDay(day, Math.min((day + 1) * dayMs, now), load))
    .sort((one, other) => Number(one.$ts) - Number(other.$ts));
}

/** An activity that names no person: the platform refuses it. */
export const refusedActivity = (now: number): UserActivity => ({
  $ts: now,
  $type: 'SITE_VISIT',
  $site_id: 'demo-shop',
  $events: [{ $event_name: '$page_view', $properties: { path: '/mug' } }],
});

/**
 * The activities of a day are the same whenever they are made, with the same keys: what was loaded before is stored once.
 *
 * @param end no activity is later: today is not over
 */
function activitiesOfDay(day: number, end: number, load: string): UserActivity[] {
  const start = day * dayMs;
  const count = activitiesOfWeekday[new Date(start).getUTCDay()] ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const random = new DemoRandom(`demo ${day} ${index}`);
    const $unique_key = uuidOf(new DemoRandom(`${load} ${day} ${index}`).bytes(16), 8);
    const ofDay = (random.pick(hours) + random.next()) / 24;
    const ts = Math.floor(start + ofDay * (end - start));
    return { $unique_key, ...activityAt(ts, end, random) };
  });
}

function activityAt(ts: number, end: number, random: DemoRandom): UserActivity {
  const { type, channel } = random.pick(channels);
  const person = random.integer(demoPeople.length);
  return {
    $ts: ts,
    $type: type,
    $session_status: 'CLOSED_SESSION',
    ...channel,
    $user_identifiers: identifiersOf(person, type),
    $user_agent_info: new DemoRandom(`demo device ${type} ${person}`).pick(devices[type]),
    $location: locationOf(person),
    $origin: random.pick(origins),
    $events: eventsOf(type, ts, end, random),
  };
}

function identifiersOf(person: number, type: DemoType): NonNullable<UserActivity['$user_identifiers']> {
  const agent = { $type: 'USER_AGENT' as const, $user_agent_id: agentOf(person, type) };
  const known = accountOf(person);
  if (!known) return [agent];
  const account = { $type: 'USER_ACCOUNT' as const, $compartment_id: demoCompartment, $user_account_id: known.account };
  return known.email ? [account, { $type: 'USER_EMAIL' as const, $email: known.email }, agent] : [account, agent];
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
