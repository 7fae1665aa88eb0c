import { badData } from '../errors.js';
import { byStrength, defaultCompartment, emailHash, type Identifier } from './identifier.js';
import type { UserActivity } from './user-activity.js';

const account = (value: string, compartment_id: string | null | undefined): Identifier => ({
  type: 'USER_ACCOUNT',
  compartment_id: compartment_id ?? defaultCompartment,
  value,
});
const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });
const email = ({ $hash, $email }: { $hash?: string | null; $email?: string | null }): Identifier => ({
  type: 'USER_EMAIL',
  value: $hash != null ? $hash.toLowerCase() : emailHash($email ?? ''),
});

/**
 * All identifiers of an activity: `$user_identifiers`, the legacy root fields, and the accounts of profile events.
 * @throws BAD_REQUEST_DATA without any
 */
export function identifiersOf(activity: UserActivity): Identifier[] {
  const own = byStrength([...listed(activity), ...legacy(activity)]);
  const accounts = profileAccounts(activity, own);
  if (own.length + accounts.length === 0) throw badData('$user_identifiers: at least one identifier is required');
  return accounts.length === 0 ? own : byStrength([...own, ...accounts]);
}

const listed = ({ $user_identifiers }: UserActivity): Identifier[] =>
  ($user_identifiers ?? []).map((identifier) => {
    switch (identifier.$type) {
      case 'USER_ACCOUNT':
        return account(identifier.$user_account_id, identifier.$compartment_id);
      case 'USER_AGENT':
        return agent(identifier.$user_agent_id);
      case 'USER_EMAIL':
        return email(identifier);
    }
  });

function legacy({ $user_agent_id, $user_account_id, $compartment_id, $email_hash }: UserActivity): Identifier[] {
  const identifiers: Identifier[] = [];
  if ($user_account_id != null) identifiers.push(account($user_account_id, $compartment_id));
  if ($email_hash != null) identifiers.push(email($email_hash));
  if ($user_agent_id != null) identifiers.push(agent($user_agent_id));
  return identifiers;
}

/** A profile event names its account, or refers to the activity's account. */
function profileAccounts({ $events }: UserActivity, own: Identifier[]): Identifier[] {
  const accounts: Identifier[] = [];
  for (const [index, { $event_name, $properties }] of ($events ?? []).entries()) {
    if ($event_name !== '$set_user_profile_properties') continue;
    const { $user_account_id, $compartment_id } = ($properties ?? {}) as Record<string, string | null | undefined>;
    if ($user_account_id != null) accounts.push(account($user_account_id, $compartment_id));
    else if (own[0]?.type !== 'USER_ACCOUNT')
      throw badData(
        `$events[${index}].$properties.$user_account_id: is required when no account identifies the activity`,
      );
  }
  return accounts;
}
