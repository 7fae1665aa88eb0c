import { sha256Form } from '@tributary/contracts/rules/people/identifier-forms';
import type { UserActivity } from '../generated/types.gen.js';

/** The fields of an activity that a person enters. */
export interface ActivityFields {
  type: string;
  /** The id of a site, of an application or of a TV, as the type says. */
  channel: string;
  event_name: string;
  identifierKind: 'USER_AGENT' | 'USER_ACCOUNT' | 'USER_EMAIL';
  /** For an e-mail: the address, or its SHA-256. */
  identifier: string;
  /** For an account; the default one of the datamart unless given. */
  compartment?: string;
}

/** Empty fields are left out: the server says what is missing. */
export function composeActivity(fields: ActivityFields): UserActivity {
  const { type, channel, event_name } = fields;
  const $events = event_name.trim() === '' ? [] : [{ $event_name: event_name.trim(), $properties: {} }];
  return {
    $type: type.trim(),
    ...(channel.trim() !== '' && { [channelField(type)]: channel.trim() }),
    $user_identifiers: [identifierOf(fields)],
    $events,
  };
}

const channelField = (type: string) =>
  type.startsWith('APP') ? '$app_id' : type.startsWith('CTV') ? '$ctv_id' : '$site_id';

function identifierOf({ identifierKind, identifier, compartment }: ActivityFields) {
  const value = identifier.trim();
  if (identifierKind === 'USER_AGENT') return { $type: identifierKind, $user_agent_id: value };
  if (identifierKind === 'USER_EMAIL')
    return sha256Form.test(value) ? { $type: identifierKind, $hash: value } : { $type: identifierKind, $email: value };
  return {
    $type: identifierKind,
    ...(compartment !== undefined && { $compartment_id: compartment }),
    $user_account_id: value,
  };
}
