import { maxBodyBytes, maxBodyDepth } from '@tributary/contracts/rules/json/body-limits';
import { isObject } from '@tributary/contracts/rules/json/json-object';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { isCommonActivity } from '@tributary/contracts/tracking/common-activity';
import { identifierKey, junkWordOf, type Identifier } from '@tributary/contracts/tracking/identifier';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { junkExceptions } from '@tributary/contracts/tracking/junk';
import { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { isDeeperThan, valuesIn } from '@tributary/http/body/nesting';
import { rawMembers, toJsonObject } from '@tributary/http/body/raw-members';
import { parseJson } from '@tributary/http/json-body';
import { parseExactly } from '@tributary/http/parse';
import { putBack } from './protected-fields.js';

/** The body of the new activity, and its fields that were put back; or no activity; or an answer that breaks a rule. */
type AppliedAnswer = { kind: 'analyzed'; body: string; putBack: string[] } | { kind: 'dropped' } | { kind: 'invalid' };

/**
 * Most values in an answer beside as many as the activity has, keys with theirs counted as one. The dearest answer below costs 80 ms of CPU; one with
 * 150,000 keys would cost 300.
 */
export const maxValues = 20_000;

type Accepted = Pick<ActivityToAnalyze, 'body' | 'received_ts' | 'identifiers'>;

/**
 * Applies the text of a plugin's answer to an activity. An answer that breaks any rule is invalid as a whole.
 *
 * @param accepted the activity as accepted, or as the analyzer before left it
 */
export function applyAnswer(accepted: Accepted, answer: string): AppliedAnswer {
  if (isTooDear(accepted, answer)) return invalid;
  try {
    const envelope: unknown = JSON.parse(answer);
    if (!isObject(envelope)) return invalid;
    if (envelope['status'] === 'drop') return { kind: 'dropped' };
    if (envelope['status'] !== 'ok' || !isObject(envelope['data'])) return invalid;
    return applyData(accepted, rawMembers(answer).get('data') ?? '');
  } catch {
    // The error may quote the answer.
    return invalid;
  }
}

const invalid: AppliedAnswer = { kind: 'invalid' };

function applyData({ body, received_ts, identifiers }: Accepted, data: string): AppliedAnswer {
  // Before any function that calls itself for nested values.
  if (isDeeperThan(Buffer.from(data), maxBodyDepth)) return invalid;
  const members = rawMembers(data);
  const changed = putBack(members, rawMembers(body), received_ts);
  const bytes = Buffer.from(toJsonObject(members));
  if (bytes.length > maxBodyBytes) return invalid;
  const json = parseJson(bytes);
  const activity = isCommonActivity(json.value) ? json.value : parseExactly(UserActivity, json);
  if (!namesOnly(activity, identifiers)) return invalid;
  return { kind: 'analyzed', body: json.text, putBack: changed };
}

/**
 * Whether the activity, with the accounts of its profile events, names no other person. The identifiers as accepted count as
 * its own, also if the profile event that named one of them is gone.
 *
 * @throws BAD_REQUEST_DATA if a profile event names no account, and no account identifies the activity
 */
function namesOnly(activity: UserActivity, identifiers: Identifier[]): boolean {
  const own = [...(activity.$user_identifiers ?? []), ...identifiers.map(asListed)];
  // A word of the junk list that was accepted identifies people in this datamart.
  const exceptions = junkExceptions(identifiers.flatMap((identifier) => junkWordOf(identifier) ?? []));
  const named = identifiersOf({ ...activity, $user_identifiers: own }, exceptions).identifiers;
  const accepted = new Set(identifiers.map(identifierKey));
  return named.every((identifier) => accepted.has(identifierKey(identifier)));
}

type ListedIdentifier = NonNullable<UserActivity['$user_identifiers']>[number];

function asListed(identifier: Identifier): ListedIdentifier {
  switch (identifier.type) {
    case 'USER_ACCOUNT':
      return { $type: 'USER_ACCOUNT', $compartment_id: identifier.compartment_id, $user_account_id: identifier.value };
    case 'USER_EMAIL':
      return { $type: 'USER_EMAIL', $hash: identifier.value };
    case 'USER_AGENT':
      return { $type: 'USER_AGENT', $user_agent_id: identifier.value };
  }
}

function isTooDear({ body }: Accepted, answer: string): boolean {
  const values = valuesIn(Buffer.from(answer));
  return values > maxValues && values > maxValues + valuesIn(Buffer.from(body));
}
