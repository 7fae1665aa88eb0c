import { badData } from '../errors.js';
import {
  accountIdentifier,
  agentIdentifier,
  byStrength,
  emailIdentifiers,
  isJunkIdentifier,
  type Identifier,
} from './identifier.js';
import { isJunkMessage } from './junk.js';
import type { UserActivity } from './user-activity.js';

export interface IdentifiersOfActivity {
  /** The strongest first. */
  identifiers: Identifier[];
  /** Number of junk identifiers, which are left out. */
  junk: number;
}

/**
 * All identifiers of an activity: `$user_identifiers`, the legacy root fields, and the accounts of profile events. Junk
 * is left out.
 * @throws BAD_REQUEST_DATA without any other
 */
export function identifiersOf(activity: UserActivity): IdentifiersOfActivity {
  const junk: string[] = [];
  const own = byStrength([...listed(activity, junk), ...legacy(activity, junk)]);
  const accounts = profileAccounts(activity, own, junk);
  const [field] = junk;
  if (own.length + accounts.length === 0)
    throw badData(field ? `${field}: ${isJunkMessage}` : '$user_identifiers: at least one identifier is required');
  return { identifiers: accounts.length === 0 ? own : byStrength([...own, ...accounts]), junk: junk.length };
}

type ListedIdentifier = NonNullable<NonNullable<UserActivity['$user_identifiers']>[number]>;

/** @param junk gets the fields of junk identifiers */
function listed({ $user_identifiers }: UserActivity, junk: string[]): Identifier[] {
  const identifiers: Identifier[] = [];
  for (const [index, one] of ($user_identifiers ?? []).entries()) {
    const found = one ? identifiersIn(one) : [];
    if (found.length > 0) identifiers.push(...found);
    else junk.push(`$user_identifiers[${index}]${one ? `.${fieldOf(one)}` : ''}`);
  }
  return identifiers;
}

function identifiersIn(given: ListedIdentifier): Identifier[] {
  switch (given.$type) {
    case 'USER_ACCOUNT':
      return unlessJunk(given.$user_account_id, (id) => accountIdentifier(id, given.$compartment_id));
    case 'USER_AGENT':
      return unlessJunk(given.$user_agent_id, agentIdentifier);
    case 'USER_EMAIL':
      return emailIdentifiers(given.$hash, given.$email);
  }
}

/** None for null and for junk. */
function unlessJunk(id: string | null | undefined, identifierOf: (id: string) => Identifier): Identifier[] {
  const identifier = id == null ? undefined : identifierOf(id);
  return identifier && !isJunkIdentifier(identifier) ? [identifier] : [];
}

const fieldOf = (given: ListedIdentifier) =>
  given.$type === 'USER_EMAIL'
    ? emailField(given)
    : { USER_ACCOUNT: '$user_account_id', USER_AGENT: '$user_agent_id' }[given.$type];
const emailField = ({ $hash }: { $hash?: string | null | undefined }) => ($hash == null ? '$email' : '$hash');

function legacy(activity: UserActivity, junk: string[]): Identifier[] {
  const { $user_agent_id, $user_account_id, $compartment_id, $email_hash } = activity;
  const identifiers: Identifier[] = [];
  const add = (found: Identifier[], field: string) => {
    if (found.length > 0) identifiers.push(...found);
    else junk.push(field);
  };
  if ($user_account_id != null)
    add(
      unlessJunk($user_account_id, (id) => accountIdentifier(id, $compartment_id)),
      '$user_account_id',
    );
  if ($email_hash != null)
    add(emailIdentifiers($email_hash.$hash, $email_hash.$email), `$email_hash.${emailField($email_hash)}`);
  if ($user_agent_id != null) add(unlessJunk($user_agent_id, agentIdentifier), '$user_agent_id');
  return identifiers;
}

/** A profile event names its account, or refers to the activity's account. A junk account names none. */
function profileAccounts({ $events }: UserActivity, own: Identifier[], junk: string[]): Identifier[] {
  const accounts: Identifier[] = [];
  for (const [index, { $event_name, $properties }] of ($events ?? []).entries()) {
    if ($event_name !== '$set_user_profile_properties') continue;
    const { $user_account_id, $compartment_id } = ($properties ?? {}) as Record<string, string | null | undefined>;
    const [account] = unlessJunk($user_account_id, (id) => accountIdentifier(id, $compartment_id));
    if (account) {
      accounts.push(account);
      continue;
    }
    const field = `$events[${index}].$properties.$user_account_id`;
    if ($user_account_id != null) junk.push(field);
    if (own[0]?.type !== 'USER_ACCOUNT') throw badData(`${field}: is required when no account identifies the activity`);
  }
  return accounts;
}
