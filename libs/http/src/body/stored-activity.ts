import { readNumber } from '@tributary/contracts/values/number-or-decimal';
import { rawMembers, withoutMembers } from './raw-members.js';

/** The attributes of an activity that the platform stores beside its text. Times are digits. */
export interface ActivityAttributes {
  activity_id: string;
  received_ts: string;
  /** Its time: when it was received, if the client sent none. */
  ts: string;
}

/**
 * The JSON text of a stored activity as it was sent, with its id and time of arrival appended, and its time unless the
 * client sent it as a number. They replace fields of these names that the client sent. The rest of the text is kept, so
 * that every number stays as written.
 */
export function asStored(body: string, { activity_id, received_ts, ts }: ActivityAttributes): string {
  const sent = JSON.parse(body) as Record<string, unknown>;
  const own = [`"$id":${JSON.stringify(activity_id)}`, `"$received_ts":${received_ts}`];
  const names = ['$id', '$received_ts'];
  if (typeof sent['$ts'] !== 'number') {
    own.unshift(`"$ts":${digitsOf(sent['$ts']) ?? ts}`);
    names.push('$ts');
  }
  const kept = names.some((name) => name in sent) ? withoutMembers(rawMembers(body), names) : body;
  const fields = kept.trim().slice(1, -1).trim();
  return fields === '' ? `{${own.join(',')}}` : `{${fields},${own.join(',')}}`;
}

/** The digits as sent: beyond 2^53 the column has rounded ones. */
const digitsOf = (ts: unknown) =>
  typeof ts === 'string' && readNumber(ts) !== undefined ? String(BigInt(ts)) : undefined;
