import type { ActivityFields } from '@tributary/client/activities/compose-activity';
import type { UserActivity } from '@tributary/client/generated/types.gen';

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
