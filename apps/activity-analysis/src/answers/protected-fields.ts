import { comparableHash } from '@tributary/contracts/rules/people/identifier-forms';
import { maxIdentifiers } from '@tributary/contracts/tracking/user-activity';
import { readNumber } from '@tributary/contracts/values/number-or-decimal';
import { textOrIntegerFields } from '@tributary/contracts/values/text-or-integer';
import type { RawMembers } from '@tributary/http/body/raw-members';
import { isNull, platformFields } from './normalized-activity.js';

/** The fields of an activity that no plugin changes, except `$ts`. */
const ofActivity = [
  '$user_identifiers',
  '$user_agent_id',
  '$user_account_id',
  '$compartment_id',
  '$email_hash',
  '$site_id',
  '$app_id',
  '$ctv_id',
  '$datamart_id',
] as const;

export const protectedFields = [...ofActivity, '$ts', ...platformFields] as const;
type ProtectedField = (typeof protectedFields)[number];

/**
 * Gives the protected fields of an answer the text that they have in the activity as accepted; what is absent there is
 * removed. So an activity without `$ts` still counts as of the time when it was received.
 *
 * @param answer it is changed
 * @returns the fields that differed. Another spelling of the same value does not count, nor does a field that the plugin did
 * not get and does not send.
 */
export function putBack(answer: RawMembers, accepted: RawMembers, received_ts: number): ProtectedField[] {
  const changed = protectedFields.filter((field) =>
    differs(field, answer.get(field), accepted.get(field), received_ts),
  );
  for (const field of protectedFields) {
    const original = field === '$error_analyzer_id' ? undefined : accepted.get(field);
    if (original === undefined) answer.delete(field);
    else answer.set(field, original);
  }
  return changed;
}

function differs(
  field: ProtectedField,
  given: string | undefined,
  original: string | undefined,
  received_ts: number,
): boolean {
  if (given === original) return field === '$error_analyzer_id' && !isNull(given);
  if (field === '$error_analyzer_id') return !isNull(given);
  if (field === '$ts') return !isSameTime(given, original, received_ts);
  if (isNull(given) && (isNull(original) || isPlatformField(field))) return false;
  if (isNull(given) || isNull(original) || given.length > maxGrowth * original.length) return true;
  return comparable(field, given) !== comparable(field, original);
}

/** No other spelling of a value is longer: an escape has six characters. A plugin must not choose how much is compared. */
const maxGrowth = 20;

const isPlatformField = (field: ProtectedField) => (platformFields as readonly string[]).includes(field);

/** An activity without `$ts` was sent to the plugin with the time when it was received. */
function isSameTime(given: string | undefined, original: string | undefined, received_ts: number): boolean {
  if (isNull(given)) return isNull(original);
  return readNumber(JSON.parse(given)) === (isNull(original) ? received_ts : readNumber(JSON.parse(original)));
}

/** A text that two values share if they mean the same: identifiers are a set, and an integer in place of an id is a text. */
function comparable(field: ProtectedField, json: string): string {
  const value: unknown = JSON.parse(json);
  if (field === '$user_identifiers' && Array.isArray(value) && value.length <= maxIdentifiers)
    return [...new Set(value.map((one) => JSON.stringify(canonical(one))))].sort().join();
  return value instanceof Array ? json : JSON.stringify(canonical(value, field));
}

/** Members in the order of their names, without null. The depth of the value has been checked. */
function canonical(value: unknown, field?: string): unknown {
  if (Array.isArray(value)) return value.map((element) => canonical(element));
  if (typeof value === 'number' && textOrIntegerFields.has(field)) return String(value);
  if (typeof value === 'string' && field === '$hash') return comparableHash(value.trim());
  if (typeof value === 'string' && textOrIntegerFields.has(field)) return value.trim();
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return members.map(([name, member]) => [name, canonical(member, name)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
}
