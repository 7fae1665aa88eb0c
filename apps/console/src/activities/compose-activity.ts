import type { UserActivity } from '@tributary/client/generated/types.gen';

/** The fields of the form that sends an activity. */
export interface ActivityFields {
  type: string;
  /** The id of a site, of an application or of a TV, as the type says. */
  channel: string;
  event_name: string;
  identifierKind: 'USER_AGENT' | 'USER_ACCOUNT' | 'USER_EMAIL';
  identifier: string;
}

/** Empty fields are left out: the server says what is missing. */
export function composeActivity(fields: ActivityFields): UserActivity {
  const { type, channel, event_name, identifierKind, identifier } = fields;
  const $events = event_name.trim() === '' ? [] : [{ $event_name: event_name.trim(), $properties: {} }];
  return {
    $type: type.trim(),
    ...(channel.trim() !== '' && { [channelField(type)]: channel.trim() }),
    $user_identifiers: [identifierOf(identifierKind, identifier.trim())],
    $events,
  };
}

const channelField = (type: string) =>
  type.startsWith('APP') ? '$app_id' : type.startsWith('CTV') ? '$ctv_id' : '$site_id';

function identifierOf(kind: ActivityFields['identifierKind'], value: string) {
  if (kind === 'USER_AGENT') return { $type: kind, $user_agent_id: value };
  return kind === 'USER_EMAIL' ? { $type: kind, $email: value } : { $type: kind, $user_account_id: value };
}

/** The activity in a text. @throws Error that says why it is none */
export function parseActivity(text: string): UserActivity {
  const value: unknown = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('An activity is a JSON object: { "$type": … }');
  return value as UserActivity;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The field of the form that a message of the API names. */
export function fieldOfForm(field: string | undefined): keyof ActivityFields | undefined {
  if (field === undefined) return undefined;
  if (field === '$type') return 'type';
  if (/^\$(site|app|ctv)_id$/.test(field)) return 'channel';
  if (field.startsWith('$events')) return 'event_name';
  return field.startsWith('$user_identifiers') ? 'identifier' : undefined;
}
