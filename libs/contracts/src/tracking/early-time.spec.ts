import { describe, expect, it } from '@jest/globals';
import { firstLikelyTime, hasEarlyTime } from './early-time.js';
import { UserActivity } from './user-activity.js';

const seconds = 1_795_646_671;
const choice = { $processing_id: '5', $choice_acceptance_value: true };
const event = ($event_name: string, fields: object) => ({
  $events: [{ $event_name: 'a' }, { $event_name, ...fields }],
});

describe('an activity', () => {
  it.each<[string, object]>([
    ['its own time', { $ts: seconds }],
    ['its own time, as a text', { $ts: String(seconds) }],
    ['the time of an event', event('b', { $ts: seconds })],
    ['the time of a choice', event('$set_user_choice', { $properties: { ...choice, $choice_ts: String(seconds) } })],
    ['the time of a profile', event('$set_user_profile_properties', { $properties: { $ts: seconds } })],
  ])('has an early time: %s', (_case, fields) => {
    const read = (by: (time: unknown) => unknown) =>
      hasEarlyTime(
        UserActivity.parse({
          $type: 'TOUCH',
          $user_account_id: 'u',
          ...(JSON.parse(JSON.stringify(fields), (_key, value: unknown) =>
            Number(value) === seconds ? by(value) : value,
          ) as object),
        }),
      );
    expect(read((time) => time)).toBe(true);
    expect(read(() => firstLikelyTime - 1)).toBe(true);
    expect(read(() => firstLikelyTime)).toBe(false);
  });

  it.each<[string, object]>([
    ['without times', {}],
    ['with a property of another event', event('b', { $properties: { $ts: seconds, $choice_ts: seconds } })],
  ])('has none %s', (_case, fields) => {
    expect(hasEarlyTime(UserActivity.parse({ $type: 'TOUCH', $user_account_id: 'u', ...fields }))).toBe(false);
  });
});
