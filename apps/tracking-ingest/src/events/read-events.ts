import { defaultCompartment, type Identifier } from '@tributary/contracts/identifier';
import { maxProcessingIdLength } from '@tributary/contracts/user-activity';
import { profileFields } from '@tributary/contracts/user-profile';
import { int64, readChoice } from '../choices/read-choice.js';
import type { ChoiceWrite } from '../choices/write-choices.js';
import { isJsonObject, parseJsonObject, without, type JsonObject, type JsonValue } from '../profiles/json-value.js';
import type { ProfileWrite } from '../profiles/write-profiles.js';

/** A stored activity, and whose it is. */
export interface StoredActivity {
  datamart_id: string;
  user_point_id: string;
  /** The strongest first; those of its profile events among them. */
  identifiers: Identifier[];
  /** Epoch milliseconds, as decimal text. */
  ts: string;
  /** Whether it has any such events: spares most activities the parsing. */
  writesData: boolean;
  /** JSON text as sent. */
  body: string;
}

export interface EventWrites {
  profiles: ProfileWrite[];
  choices: ChoiceWrite[];
}

/** What the events of an activity write to profiles and choices, in their order. */
export function readEvents(activity: StoredActivity): EventWrites {
  const writes: EventWrites = { profiles: [], choices: [] };
  if (!activity.writesData) return writes;
  const { $events } = parseJsonObject(activity.body);
  for (const event of Array.isArray($events) ? $events : []) {
    if (!isJsonObject(event) || !isJsonObject(event.$properties)) continue;
    const { $event_name: name, $properties: properties } = event;
    const ts = int64(event.$ts) ?? activity.ts;
    const profile = name === '$set_user_profile_properties' && profileWrite(activity, properties, ts);
    if (profile) writes.profiles.push(profile);
    const choice = name === '$set_user_choice' && choiceWrite(activity, properties, ts);
    if (choice) writes.choices.push(choice);
  }
  return writes;
}

function profileWrite(activity: StoredActivity, properties: JsonObject, ts: string): ProfileWrite | undefined {
  const account = accountOf(properties, activity.identifiers);
  if (!account) return undefined;
  const { datamart_id, user_point_id } = activity;
  return {
    ...{ datamart_id, user_point_id, ...account },
    update: {
      properties: without(properties, profileFields),
      strategy: 'PARTIAL_UPDATE',
      mergeObjects: false,
      ts: Number(int64(properties.$ts) ?? ts),
    },
  };
}

/** The account that the properties name, else the activity's; of several the one in the compartment they name. */
function accountOf({ $compartment_id, $user_account_id }: JsonObject, identifiers: Identifier[]) {
  if (isName($user_account_id)) {
    const compartment_id = isName($compartment_id) ? $compartment_id : defaultCompartment;
    return { compartment_id, user_account_id: $user_account_id };
  }
  const accounts = identifiers.filter((identifier) => identifier.type === 'USER_ACCOUNT');
  const account = accounts.find(({ compartment_id }) => compartment_id === $compartment_id) ?? accounts[0];
  return account && { compartment_id: account.compartment_id, user_account_id: account.value };
}

function choiceWrite(activity: StoredActivity, properties: JsonObject, ts: string): ChoiceWrite | undefined {
  const { $processing_id, $choice_acceptance_value } = properties;
  if (!isName($processing_id) || $processing_id.length > maxProcessingIdLength) return undefined;
  if (typeof $choice_acceptance_value !== 'boolean') return undefined;
  const { datamart_id, user_point_id } = activity;
  return { datamart_id, user_point_id, processing_id: $processing_id, ...readChoice(properties, ts) };
}

const isName = (value: JsonValue | undefined): value is string => typeof value === 'string' && value !== '';
