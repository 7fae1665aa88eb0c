import { z } from 'zod';
import { isJunkAgent, isJunk, maxIdentifierLength } from './identifier.js';
import { isTimestamp, maxNameLength, sessionStatuses, specialEvents, UserActivity } from './user-activity.js';

/**
 * Gives the same results as `UserActivity`. A hand-written check accepts common activities; zod decides all others. For
 * an activity of 700 bytes (two events) the check takes 1.8 µs of CPU and zod 4.6 takes 8.2 µs.
 */
export const FastPathUserActivity: Pick<typeof UserActivity, 'safeParse'> = {
  safeParse: (value, params) =>
    isCommonActivity(value) ? { success: true, data: value } : UserActivity.safeParse(value, params),
};

type Fields = Record<string, unknown>;

/** True only for activities that the schema accepts. For rare forms it is false, and the schema decides. */
export const isCommonActivity = (value: unknown): value is UserActivity =>
  isFields(value) &&
  isNullishOr(value['$unique_key'], isGuid) &&
  isNullishOr(value['$ts'], isTimestamp) &&
  isName(value['$type']) &&
  value['$type'] !== '' &&
  isNullishOr(value['$session_status'], isSessionStatus) &&
  isNullishOr(value['$user_identifiers'], (list) => Array.isArray(list) && list.every(isCommonIdentifier)) &&
  legacyFields.every((name) => isNullish(value[name])) &&
  channels.every((name) => isNullishOr(value[name], isName)) &&
  isNullishOr(value['$events'], (list) => Array.isArray(list) && list.every(isCommonEvent)) &&
  isNullishOr(value['$user_agent_info'], isCommonAgentInfo) &&
  isNullishOr(value['$location'], (location) => hasTexts(location, locationTexts));

const legacyFields = ['$user_agent_id', '$user_account_id', '$compartment_id', '$email_hash'];
const channels = ['$app_id', '$site_id', '$ctv_id'];
const locationTexts = ['$country', '$city', '$zip_code'];
const deviceTexts = [
  '$form_factor',
  '$os_family',
  '$browser_family',
  '$browser_version',
  '$brand',
  '$model',
  '$os_version',
  '$carrier',
  '$raw_value',
  '$agent_type',
];

function isCommonIdentifier(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { $type, $user_agent_id, $user_account_id, $compartment_id } = value;
  if ($type === 'USER_AGENT') return isValue($user_agent_id) && !isJunkAgent($user_agent_id);
  return $type === 'USER_ACCOUNT' && isValue($user_account_id) && isNullish($compartment_id);
}

const isCommonEvent = (value: unknown) =>
  isFields(value) &&
  typeof value['$event_name'] === 'string' &&
  value['$event_name'] !== '' &&
  !specialEvents.has(value['$event_name']) &&
  isNullishOr(value['$ts'], isTimestamp) &&
  isNullishOr(value['$properties'], isFields);

const isCommonAgentInfo = (value: unknown) =>
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
