import { accountIdentifier, identifierKey, type Identifier } from '@tributary/contracts/tracking/identifier';
import type { PublicCredential } from '@tributary/contracts/tracking/activity';
import { isJunk } from '@tributary/contracts/tracking/junk';
import { maxProcessingIdLength } from '@tributary/contracts/tracking/user-activity';
import { profileFields } from '@tributary/contracts/tracking/user-profile';
import { writeTime } from '@tributary/contracts/tracking/write-time';
import { int64, readChoice } from '../choices/read-choice.js';
import type { ChoiceWrite } from '../choices/write-choices.js';
import { isJsonObject, parseJsonObject, textOrDigits, without, type JsonObject } from '../profiles/json-value.js';
import type { PointKey } from '../identity/point-key.js';
import type { ProfileUpdate } from '../profiles/update-profile.js';
import type { ProfileWrite } from '../profiles/write-profiles.js';

/** An activity that may have such events, with its user point. */
interface EventSource {
  activity: {
    datamart_id: string;
    received_ts: number;
    public_credential?: PublicCredential | undefined;
    /** The strongest first; includes those of its profile events. */
    identifiers: Identifier[];
    /** Epoch milliseconds, as decimal text. */
    ts: string;
    /** Whether it has any such events. Spares most activities the parsing. */
    writesData: boolean;
    /** JSON text as sent. */
    body: string;
  };
  user_point_id: string;
}

export interface EventWrites {
  profiles: ProfileWrite[];
  choices: ChoiceWrite[];
}

/** Reads the writes to profiles and choices from the events of an activity, in their order. */
export function readEvents({ activity, user_point_id }: EventSource): EventWrites {
  const writes: EventWrites = { profiles: [], choices: [] };
  if (!activity.writesData) return writes;
  const accounts = accountsOf(activity.identifiers);
  const key = keyOf(activity);
  const { $events } = parseJsonObject(activity.body);
  for (const event of Array.isArray($events) ? $events : []) {
    if (!isJsonObject(event) || !isJsonObject(event.$properties)) continue;
    const { $event_name: name, $properties: properties } = event;
    const times = { ts: int64(event.$ts) ?? activity.ts, received_ts: activity.received_ts };
    const point = { datamart_id: activity.datamart_id, user_point_id };
    const account = name === '$set_user_profile_properties' && accountOf(properties, accounts);
    if (account) writes.profiles.push({ ...point, ...account, update: profileUpdate(properties, times) });
    const choice = name === '$set_user_choice' && choiceOf(properties, times);
    if (choice) writes.choices.push({ ...point, ...choice, ...key });
  }
  return writes;
}

/** A choice of a collect key is a public one; a signed one is trusted. */
function keyOf({ public_credential }: EventSource['activity']): Pick<ChoiceWrite, 'collect_key_id' | 'signing_key_id'> {
  if (!public_credential) return {};
  const { kind, id } = public_credential;
  return kind === 'collect_key' ? { collect_key_id: id } : { signing_key_id: id };
}

/** The default time of a write, as decimal text, and the receipt of its activity. */
interface Times {
  ts: string;
  received_ts: number;
}

const profileUpdate = (properties: JsonObject, { ts, received_ts }: Times): ProfileUpdate => ({
  properties: without(properties, profileFields),
  strategy: 'PARTIAL_UPDATE',
  mergeObjects: false,
  ts: writeTime(Number(int64(properties.$ts) ?? ts), received_ts),
});

type Account = Pick<ProfileWrite, 'compartment_id' | 'user_account_id'>;

/** An activity may have thousands of accounts, and thousands of events that look for one. */
interface Accounts {
  first?: Account;
  /** The first one of each compartment. */
  ofCompartment: Map<string, Account>;
  /** The `identifierKey` of all of them. */
  keys: Set<string>;
}

function accountsOf(identifiers: Identifier[]): Accounts {
  const accounts: Accounts = { ofCompartment: new Map(), keys: new Set() };
  for (const identifier of identifiers) {
    if (identifier.type !== 'USER_ACCOUNT') continue;
    const { compartment_id, value: user_account_id } = identifier;
    accounts.keys.add(identifierKey(identifier));
    accounts.first ??= { compartment_id, user_account_id };
    if (!accounts.ofCompartment.has(compartment_id))
      accounts.ofCompartment.set(compartment_id, { compartment_id, user_account_id });
  }
  return accounts;
}

/**
 * The account that the properties name, else the activity's; among several, the one in the compartment that they name.
 * Junk names no account, unless the activity was accepted with it: then it identifies people in the datamart.
 */
function accountOf(properties: JsonObject, { first, ofCompartment, keys }: Accounts): Account | undefined {
  const compartment_id = textOrDigits(properties.$compartment_id);
  const user_account_id = textOrDigits(properties.$user_account_id) ?? '';
  const named = accountIdentifier(user_account_id, compartment_id);
  if (named.type !== 'USER_ACCOUNT' || (isJunk(user_account_id) && !keys.has(identifierKey(named))))
    return ofCompartment.get(compartment_id ?? '') ?? first;
  return { compartment_id: named.compartment_id, user_account_id };
}

function choiceOf(properties: JsonObject, times: Times): Omit<ChoiceWrite, keyof PointKey> | undefined {
  const processing_id = textOrDigits(properties.$processing_id);
  if (!processing_id || processing_id.length > maxProcessingIdLength) return undefined;
  if (typeof properties.$choice_acceptance_value !== 'boolean') return undefined;
  return { processing_id, ...readChoice(properties, times) };
}
