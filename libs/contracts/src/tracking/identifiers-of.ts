import { ApiError, badData } from '../errors.js';
import {
  accountIdentifier,
  agentIdentifier,
  byStrength,
  emailIdentifiers,
  junkWordOf,
  type Identifier,
} from './identifier.js';
import { isJunkMessage, junkWord, noExceptions, type JunkExceptions } from './junk.js';
import type { UserActivity } from './user-activity.js';

export interface IdentifiersOfActivity {
  /** The strongest first. */
  identifiers: Identifier[];
  /** The words of junk identifiers (`junkWord`), which are left out. */
  junk: string[];
}

/** The refusal of an activity whose identifiers are all junk. */
export class OnlyJunk extends ApiError {
  /** @param junk the words of its identifiers */
  constructor(
    field: string,
    readonly junk: string[],
  ) {
    super('BAD_REQUEST_DATA', `${field}: ${isJunkMessage}`);
  }
}

/** A junk identifier: the field that has it, and its word. */
interface Junk {
  field: string;
  word: string;
}

/** The identifiers and the junk that an activity names, so far. */
class Named {
  readonly identifiers: Identifier[] = [];
  readonly junk: Junk[] = [];

  constructor(readonly exceptions: JunkExceptions) {}

  /** Adds an account or agent: `null` is junk. */
  addId(id: string | null, field: string, identifierOf: (id: string) => Identifier): boolean {
    const identifier = id === null ? undefined : identifierOf(id);
    const word = identifier ? junkWordOf(identifier, this.exceptions) : 'null';
    if (word !== undefined) this.junk.push({ field, word });
    else if (identifier) this.identifiers.push(identifier);
    return word === undefined;
  }

  addEmail({ $hash, $email }: Email, path: string): void {
    const found = emailIdentifiers($hash, $email, this.exceptions);
    if (found.length > 0) return void this.identifiers.push(...found);
    const field = `${path}.${$hash == null ? '$email' : '$hash'}`;
    this.junk.push({ field, word: junkWord($hash ?? $email ?? 'null', this.exceptions) ?? 'null' });
  }
}

interface Email {
  $hash?: string | null | undefined;
  $email?: string | null | undefined;
}

/**
 * All identifiers of an activity: `$user_identifiers`, the legacy root fields, and the accounts of profile events. Junk
 * is left out.
 *
 * @param exceptions of the datamart
 * @throws BAD_REQUEST_DATA without any other
 */
export function identifiersOf(
  activity: UserActivity,
  exceptions: JunkExceptions = noExceptions,
): IdentifiersOfActivity {
  const named = new Named(exceptions);
  nameListed(activity, named);
  nameLegacy(activity, named);
  const own = byStrength(named.identifiers);
  const accounts = profileAccounts(activity, own, named);
  const [first] = named.junk;
  const junk = named.junk.map(({ word }) => word);
  if (own.length + accounts.length === 0)
    throw first ? new OnlyJunk(first.field, junk) : badData('$user_identifiers: at least one identifier is required');
  return { identifiers: accounts.length === 0 ? own : byStrength([...own, ...accounts]), junk };
}

function nameListed({ $user_identifiers }: UserActivity, named: Named): void {
  for (const [index, given] of ($user_identifiers ?? []).entries()) {
    const path = `$user_identifiers[${index}]`;
    switch (given?.$type) {
      case undefined:
        named.junk.push({ field: path, word: 'null' });
        break;
      case 'USER_ACCOUNT':
        named.addId(given.$user_account_id, `${path}.$user_account_id`, (id) =>
          accountIdentifier(id, given.$compartment_id),
        );
        break;
      case 'USER_AGENT':
        named.addId(given.$user_agent_id, `${path}.$user_agent_id`, agentIdentifier);
        break;
      case 'USER_EMAIL':
        named.addEmail(given, path);
    }
  }
}

function nameLegacy(activity: UserActivity, named: Named): void {
  const { $user_agent_id, $user_account_id, $compartment_id, $email_hash } = activity;
  if ($user_account_id != null)
    named.addId($user_account_id, '$user_account_id', (id) => accountIdentifier(id, $compartment_id));
  if ($email_hash != null) named.addEmail($email_hash, '$email_hash');
  if ($user_agent_id != null) named.addId($user_agent_id, '$user_agent_id', agentIdentifier);
}

/** A profile event names its account, or refers to the activity's account. A junk account names none. */
function profileAccounts({ $events }: UserActivity, own: Identifier[], named: Named): Identifier[] {
  const accounts = new Named(named.exceptions);
  for (const [index, { $event_name, $properties }] of ($events ?? []).entries()) {
    if ($event_name !== '$set_user_profile_properties') continue;
    const { $user_account_id, $compartment_id } = ($properties ?? {}) as Record<string, string | null | undefined>;
    const field = `$events[${index}].$properties.$user_account_id`;
    if ($user_account_id != null)
      if (accounts.addId($user_account_id, field, (id) => accountIdentifier(id, $compartment_id))) continue;
    if (own[0]?.type !== 'USER_ACCOUNT') throw badData(`${field}: is required when no account identifies the activity`);
  }
  named.junk.push(...accounts.junk);
  return accounts.identifiers;
}
