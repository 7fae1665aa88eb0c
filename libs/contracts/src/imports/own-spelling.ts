import { isObject } from '../rules/json/json-object.js';

/** Fields of a line or of an identifier in it. The rest of the API spells them with a `$`. */
const fields: readonly string[] = (
  'compartment_id user_account_id user_agent_id email_hash user_point_id segment_id segment_technical_name ' +
  'expiration_duration expiration_ts'
).split(' ');
const ofLine: ReadonlySet<string> = new Set(fields);
const ofTypedIdentifier: ReadonlySet<string> = new Set([...fields, 'type', 'hash', 'email']);

/**
 * A line of a file in the spelling of its schema: `$user_account_id` is `user_account_id`, as in the rest of the API. Without
 * an operation it writes; UPDATE and UPSERT are one.
 *
 * @param value of the parsed line; it is not changed
 * @param isTyped whether the line is itself an identifier with a type. In any other line a type says nothing: the identifying
 * field does
 */
export function inOwnSpelling(value: unknown, isTyped: boolean): unknown {
  if (!isObject(value)) return value;
  const line = ownFields(value, isTyped);
  const { operation, identifiers } = line;
  if (operation == null || operation === 'UPDATE') line['operation'] = 'UPSERT';
  if (Array.isArray(identifiers))
    line['identifiers'] = identifiers.map((one: unknown) => (isObject(one) ? ownFields(one, true) : one));
  return line;
}

function ownFields(given: Record<string, unknown>, isTyped: boolean): Record<string, unknown> {
  const known = isTyped ? ofTypedIdentifier : ofLine;
  const named = Object.entries(given).map(([name, value]) => [ownName(name, given, known), value] as const);
  const { email_hash: sent, ...others } = Object.fromEntries(named);
  // An e-mail as in an activity.
  const inside = isObject(sent) ? [sent['$hash'], sent['$email']] : undefined;
  if (isTyped && inside) return { ...others, hash: inside[0], email: inside[1] };
  if (isTyped) return { ...others, email_hash: sent };
  const { $hash, $email, ...rest } = others;
  const email_hash = [...(inside ?? [sent]), $hash, $email].find((one) => one != null);
  return email_hash === undefined ? rest : { ...rest, email_hash };
}

const ownName = (name: string, given: object, known: ReadonlySet<string>) =>
  name.startsWith('$') && known.has(name.slice(1)) && !Object.hasOwn(given, name.slice(1)) ? name.slice(1) : name;
