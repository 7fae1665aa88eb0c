import type { ActivityFields } from '@tributary/client/activities/compose-activity';
import type { UserActivity } from '@tributary/client/generated/types.gen';
import { isObject } from '@tributary/contracts/rules/json/json-object';
import { readJson } from '../json/read-json.js';

/** The activity in a text. @throws Error that says why it is none */
export function parseActivity(text: string): UserActivity {
  const { value, problem } = readJson(text);
  if (problem !== undefined) throw new Error(problem);
  if (!isObject(value)) throw new Error('An activity is a JSON object: { "$type": … }');
  return value as UserActivity;
}

/** The field of the form that a message of the API names. */
export function fieldOfForm(field: string | undefined): keyof ActivityFields | undefined {
  if (field === undefined) return undefined;
  if (field === '$type') return 'type';
  if (/^\$(site|app|ctv)_id$/.test(field)) return 'channel';
  if (field.startsWith('$events')) return 'event_name';
  return field.startsWith('$user_identifiers') ? 'identifier' : undefined;
}
