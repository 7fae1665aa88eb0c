import type { Received, Rejection } from '@tributary/bus/message';
import type { ActivityReceived } from '@tributary/contracts/activity';
import type { Identifier } from '@tributary/contracts/identifier';
import { maxNameLength } from '@tributary/contracts/user-activity';
import { int64Text } from '../int64.js';
import { activityDay, dayMs } from './activity-day.js';
import { describeActivity, eventsOf, type Description } from './describe-activity.js';
import { isObject, type JsonObject } from './json-object.js';

/** An activity ready to be stored. */
export interface NewActivity {
  datamart_id: string;
  activity_id: string;
  /** Whether its id may come again; false for a line that has brought none: the claim of its part lets it in once. */
  needsReceipt: boolean;
  received_ts: number;
  identifiers: Identifier[];
  day: string;
  /** Epoch milliseconds, as decimal text: an int64 may exceed a JavaScript number. */
  ts: string;
  type: string;
  channel_id: string | null;
  /** How many events it has. */
  event_count: number;
  description: Description;
  /** Whether it has events that write to a profile or a choice. */
  writesData: boolean;
  body: string;
}

/** Events that write to what hangs on the person. */
const dataEvents = new Set<unknown>(['$set_user_profile_properties', '$set_user_choice']);

/** Separates what can be stored from what never can, and drops repetitions within the batch. */
export function screenActivities(
  batch: Received<ActivityReceived>[],
  now: number,
  retentionDays: number,
): { accepted: NewActivity[]; rejected: Rejection[] } {
  const accepted = new Map<string, NewActivity>();
  const rejected: Rejection[] = [];
  const dayOf = daysOf(now, retentionDays);
  for (const message of batch) {
    const activity = readActivity(message.value, dayOf, { needsReceipt: true });
    if (typeof activity === 'string') rejected.push({ message, reason: activity });
    else {
      const key = `${activity.datamart_id}/${activity.activity_id}`;
      if (!accepted.has(key)) accepted.set(key, activity);
    }
  }
  return { accepted: [...accepted.values()], rejected };
}

/** `activityDay`, which writes a date, once for each of the few days that a batch is of. */
export function daysOf(now: number, retentionDays: number): (ts: number) => string {
  const days = new Map<number, string>();
  return (ts) => {
    const number = Math.floor(ts / dayMs);
    const day = days.get(number) ?? activityDay(ts, now, retentionDays);
    days.set(number, day);
    return day;
  };
}

/** The reason, when the gateway can't have sent this. */
export function readActivity(
  received: ActivityReceived,
  dayOf: (ts: number) => string,
  { needsReceipt }: Pick<NewActivity, 'needsReceipt'>,
): NewActivity | string {
  const { datamart_id, activity_id, received_ts, identifiers, body } = received;
  const activity = parseObject(body);
  if (!activity) return 'the body is no JSON object';
  const { $ts, $type, $site_id, $app_id, $ctv_id, $channel_id } = activity;
  if (typeof $type !== 'string') return '$type is no string';
  const ts = typeof $ts === 'number' ? $ts : received_ts;
  const events = eventsOf(activity);
  return {
    datamart_id,
    // As PostgreSQL writes it.
    activity_id: activity_id.toLowerCase(),
    needsReceipt,
    received_ts,
    identifiers,
    day: dayOf(ts),
    ts: int64(ts),
    type: $type,
    channel_id: [$site_id, $app_id, $ctv_id, $channel_id].find(isName) ?? null,
    event_count: events.length,
    description: describeActivity(activity, ts),
    writesData: events.some(({ $event_name }) => dataEvents.has($event_name)),
    body,
  };
}

function parseObject(json: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxNameLength;

function int64(ts: number): string {
  if (Number.isSafeInteger(ts)) return String(ts);
  return int64Text(BigInt(ts));
}
