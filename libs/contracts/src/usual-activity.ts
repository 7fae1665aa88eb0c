import { z } from 'zod';
import { isJunkAgent, isJunk, maxIdentifierLength } from './identifier.js';
import { isTimestamp, maxNameLength, sessionStatuses, specialEvents, UserActivity } from './user-activity.js';

/**
 * Takes and refuses what `UserActivity` does, and says of it the same. Most activities it knows without that schema, which
 * takes 9 µs of them and 8 KB, twice as much as parsing their JSON.
 */
export const QuickUserActivity: Pick<typeof UserActivity, 'safeParse'> = {
  safeParse: (value, params) =>
    isUsual(value) ? { success: true, data: value } : UserActivity.safeParse(value, params),
};

type Fields = Record<string, unknown>;

/** True only of what the schema takes; of what is rare it is false, and the schema decides. */
export const isUsual = (value: unknown): value is UserActivity =>
  isFields(value) &&
  isNullishOr(value['$unique_key'], isGuid) &&
  isNullishOr(value['$ts'], isTimestamp) &&
  isName(value['$type']) &&
  value['$type'] !== '' &&
  isNullishOr(value['$session_status'], isSessionStatus) &&
  isNullishOr(value['$user_identifiers'], (list) => Array.isArray(list) && list.every(isUsualIdentifier)) &&
  legacyFields.every((name) => isNullish(value[name])) &&
  channels.every((name) => isNullishOr(value[name], isName)) &&
  isNullishOr(value['$events'], (list) => Array.isArray(list) && list.every(isUsualEvent)) &&
  isNullishOr(value['$user_agent_info'], isUsualAgentInfo) &&
  isNullishOr(value['$location'], (location) => hasTexts(location, places));

const legacyFields = ['$user_agent_id', '$user_account_id', '$compartment_id', '$email_hash'];
const channels = ['$app_id', '$site_id', '$ctv_id'];
const places = ['$country', '$city', '$zip_code'];
const deviceTexts = [
  ...['$form_factor', '$os_family', '$browser_family', '$browser_version', '$brand', '$model', '$os_version'],
  ...['$carrier', '$raw_value', '$agent_type'],
];

function isUsualIdentifier(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { $type, $user_agent_id, $user_account_id, $compartment_id } = value;
  if ($type === 'USER_AGENT') return isValue($user_agent_id) && !isJunkAgent($user_agent_id);
  return $type === 'USER_ACCOUNT' && isValue($user_account_id) && isNullish($compartment_id);
}

const isUsualEvent = (value: unknown) =>
  isFields(value) &&
  typeof value['$event_name'] === 'string' &&
  value['$event_name'] !== '' &&
  !specialEvents.has(value['$event_name']) &&
  isNullishOr(value['$ts'], isTimestamp) &&
  isNullishOr(value['$properties'], isFields);

const isUsualAgentInfo = (value: unknown) =>
  hasTexts(value, deviceTexts) && isNullishOr(value['$initial_ts'], Number.isInteger);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasTexts = (value: unknown, names: string[]): value is Fields =>
  isFields(value) && names.every((name) => isNullishOr(value[name], isText));

const isNullish = (value: unknown) => value === undefined || value === null;
const isNullishOr = (value: unknown, check: (value: unknown) => boolean) => isNullish(value) || check(value);
const isText = (value: unknown) => typeof value === 'string';
const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= maxNameLength;
const isGuid = (value: unknown) => typeof value === 'string' && z.regexes.guid.test(value);
const isSessionStatus = (value: unknown) => sessionStatuses.some((status) => status === value);
const isValue = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxIdentifierLength && !isJunk(value);
