import { readNumber } from '@tributary/contracts/values/number-or-decimal';
import { rawElements, rawMembers, toJsonObject, withoutMembers } from './raw-members.js';

/** The attributes of an activity that the platform stores beside its text. Times are digits. */
export interface ActivityAttributes {
  activity_id: string;
  received_ts: string;
  /** Its time: when it was received, if the client sent none. */
  ts: string;
}

/**
 * The JSON text of a stored activity as it was sent, with its id and time of arrival appended, and its time unless the
 * client sent it as a number. They replace fields of these names that the client sent. The times of its events that were
 * sent as text become numbers, too. The rest of the text is kept, so that every number stays as written.
 */
export function asStored(body: string, { activity_id, received_ts, ts }: ActivityAttributes): string {
  const sent = JSON.parse(body) as Record<string, unknown>;
  const own = [`"$id":${JSON.stringify(activity_id)}`, `"$received_ts":${received_ts}`];
  const names = ['$id', '$received_ts'];
  if (typeof sent['$ts'] !== 'number') {
    own.unshift(`"$ts":${digitsOf(sent['$ts']) ?? ts}`);
    names.push('$ts');
  }
  const text = hasTextTimes(sent['$events']) ? withEventTimes(body) : body;
  const kept = names.some((name) => name in sent) ? withoutMembers(rawMembers(text), names) : text;
  const fields = kept.trim().slice(1, -1).trim();
  return fields === '' ? `{${own.join(',')}}` : `{${fields},${own.join(',')}}`;
}

/** The digits as sent: beyond 2^53 the column has rounded ones. */
const digitsOf = (ts: unknown) =>
  typeof ts === 'string' && readNumber(ts) !== undefined ? String(BigInt(ts)) : undefined;

const hasTextTimes = (events: unknown) =>
  Array.isArray(events) && events.some((event: { $ts?: unknown }) => typeof event.$ts === 'string');

/** The times of events, sent as text, as JSON numbers of the same digits. */
function withEventTimes(body: string): string {
  const members = rawMembers(body);
  const events = rawElements(members.get('$events') ?? '[]');
  return toJsonObject(members.set('$events', `[${events.map(withNumericTime).join(',')}]`));
}

function withNumericTime(event: string): string {
  const members = rawMembers(event);
  const digits = digitsOf(JSON.parse(members.get('$ts') ?? 'null'));
  return digits === undefined ? event : toJsonObject(members.set('$ts', digits));
}
