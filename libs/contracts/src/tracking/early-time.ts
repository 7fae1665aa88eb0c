import { readNumber } from '../values/number-or-decimal.js';
import type { UserActivity } from './user-activity.js';

/** A time before is of a client that has sent seconds in place of milliseconds. Epoch milliseconds. */
export const firstLikelyTime = Date.UTC(2000);

/** Whether a number, or a decimal text, is such a time. */
export const isEarlyTime = (time: unknown): boolean => (readNumber(time) ?? Infinity) < firstLikelyTime;

/** The events that write to profiles and choices, with the field of their time. */
const timeOfWrites: Readonly<Record<string, string>> = {
  $set_user_profile_properties: '$ts',
  $set_user_choice: '$choice_ts',
};

/** Whether the activity, an event of it or a write of such an event has a time before the year 2000. */
export function hasEarlyTime({ $ts, $events }: UserActivity): boolean {
  if (isEarlyTime($ts)) return true;
  for (const { $event_name, $ts: time, $properties } of $events ?? []) {
    const field = timeOfWrites[$event_name];
    if (isEarlyTime(time) || (field !== undefined && isEarlyTime($properties?.[field]))) return true;
  }
  return false;
}
