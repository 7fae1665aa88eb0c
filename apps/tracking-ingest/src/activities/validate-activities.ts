import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { maxNameLength } from '@tributary/contracts/rules/name-problem';
import { readNumber } from '@tributary/contracts/values/number-or-decimal';
import { leaveOutAddedEvents } from '@tributary/http/tracking-plan/leave-out-added-events';
import { withExactIntegers } from '@tributary/http/body/exact-integers';
import { rawMembers, withMember, withoutMembers } from '@tributary/http/body/raw-members';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { int64Text } from '../int64.js';
import { activityDay } from './activity-day.js';
import { describeActivity, eventsOf } from './describe-activity.js';
import { importedOrigin, traceOriginOf, type ImportedLine } from '../traces/trace-origin.js';
import type { ReadingRules } from './former-ids/arrival-rules.js';
import { formerIdsOf, type CountedIds } from './former-ids/former-ids.js';
import type { NewActivity } from './new-activity.js';
import { readUnstored, type ArrivedActivity } from './unstored-activity.js';

/** Nothing parsed is held of longer bodies while a batch is stored. */
const maxParsedLength = 16_384;

/** Events that write to profiles or choices. */
const dataEvents = new Set<unknown>(['$set_user_profile_properties', '$set_user_choice']);

/**
 * Separates valid activities from messages that can never be stored, and drops duplicates within the batch. A message with an
 * outcome is only counted, so it has no body to be valid.
 */
export function validateActivities(
  batch: Received<ActivityReceived>[],
  now: number,
  { retentionDays, countsUnkeyed, plans }: ReadingRules,
): { accepted: ArrivedActivity[]; rejected: Rejection[] } {
  const accepted: ArrivedActivity[] = [];
  const rejected: Rejection[] = [];
  const dayOf = daysOf(now, retentionDays);
  for (const message of batch) {
    const { value } = message;
    const activity = value.outcome
      ? readUnstored(value, { countsUnkeyed })
      : readActivity(leaveOutAddedEvents(value, plans), dayOf, { countsUnkeyed });
    if (typeof activity === 'string') rejected.push({ message, reason: activity });
    else if (activity) accepted.push(activity);
  }
  return { accepted: distinctActivities(accepted), rejected };
}

/** The first activity with each id, also of those of other derivations. */
export function distinctActivities<Activity extends ArrivedActivity>(activities: Activity[]): Activity[] {
  const known = new Set<string>();
  return activities.filter(({ datamart_id, activity_id, former_ids }) => {
    const key = `${datamart_id}/${activity_id}`;
    const others = former_ids?.map((id) => `${datamart_id}/${id}`);
    const isKnown = known.has(key) || others?.some((other) => known.has(other));
    known.add(key);
    others?.forEach((other) => known.add(other));
    return !isKnown;
  });
}

/** `activityDay` with a cache: it formats a date, and a batch is of few days. */
export function daysOf(now: number, retentionDays: number): (ts: number) => string {
  const days = new Map<number, string>();
  return (ts) => {
    const number = Math.floor(ts / dayMs);
    const day = days.get(number) ?? activityDay(ts, now, retentionDays);
    days.set(number, day);
    return day;
  };
}

/** The activity, or the reason why it is invalid. The gateway does not send invalid ones. */
export function readActivity(
  received: ActivityReceived,
  dayOf: (ts: number) => string,
  { countsUnkeyed = false, line }: Partial<CountedIds> & { line?: ImportedLine } = {},
): NewActivity | string {
  const { datamart_id, activity_id, received_ts, identifiers, body, analysis_id, public_credential, blocked_events } =
    received;
  const activity = parseObject(body);
  if (!activity) return 'the body is no JSON object';
  const { $ts, $type, $site_id, $app_id, $ctv_id, $channel_id } = activity;
  if (typeof $type !== 'string') return '$type is no string';
  const ts = readNumber($ts) ?? received_ts;
  const events = eventsOf(activity);
  const source_channel_id = [$site_id, $app_id, $ctv_id].find(isName);
  return {
    datamart_id,
    // Lower case, as PostgreSQL writes it.
    activity_id: activity_id.toLowerCase(),
    ...formerIdsOf(received, { countsUnkeyed }),
    analysis_id,
    received_ts,
    origin: line ? importedOrigin(line, activity, received) : traceOriginOf(received),
    public_credential,
    blocked_events,
    events: body.length <= maxParsedLength ? events : undefined,
    identifiers,
    day: dayOf(ts),
    ts: int64(ts),
    type: $type,
    channel_id: source_channel_id ?? (isName($channel_id) ? $channel_id : null),
    source_channel_id,
    event_count: events.length,
    facts: describeActivity(activity, ts),
    writesData: events.some(({ $event_name }) => dataEvents.has($event_name)),
    body: withErrorAnalyzer(serverField in activity ? withoutMembers(rawMembers(body), [serverField]) : body, received),
  };
}

/** Set by the platform alone: the first activity analyzer that failed on the activity. */
const serverField = '$error_analyzer_id';

/** Appends the id, if there is one. The rest of the text is kept, so that every number stays as written. */
const withErrorAnalyzer = (body: string, { error_analyzer_id }: ActivityReceived) =>
  error_analyzer_id === undefined ? body : withMember(body, serverField, JSON.stringify(error_analyzer_id));

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return undefined;
    // The only field of `textOrInteger` that is read here.
    const { $location } = value;
    if (isObject($location) && typeof $location['$zip_code'] === 'number') withExactIntegers({ text, value });
    return value;
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
