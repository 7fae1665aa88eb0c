import { describe, expect, it } from '@jest/globals';
import { UserActivity } from './user-activity.js';

const activity = (difference: object) => ({
  $ts: 1_700_000_000_000,
  $type: 'SITE_VISIT',
  $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'web:1:abc' }],
  ...difference,
});
const event = (difference: object) => activity({ $events: [{ $event_name: '$page_view', ...difference }] });
const identifier = (value: object) => activity({ $user_identifiers: [value] });
const hash = 'ab'.repeat(32);

describe('UserActivity accepts', () => {
  it.each([
    ['the minimum', activity({})],
    [
      'null for every optional field',
      activity({ $ts: null, $session_status: null, $events: null, $location: null, $user_agent_info: null }),
    ],
    [
      '1,000 identifiers',
      activity({ $user_identifiers: Array(1_000).fill({ $type: 'USER_AGENT', $user_agent_id: 'g' }) }),
    ],
    ['a time in 1971', activity({ $ts: 31_536_000_000 })],
    ['a time as text', activity({ $ts: '1700000000000' })],
    ['a hash of another algorithm', identifier({ $type: 'USER_EMAIL', $hash: hash.slice(1) })],
    ['the greatest int64', activity({ $ts: '9223372036854775807' })],
    ['a type and a channel of 255 characters', activity({ $type: 'x'.repeat(255), $site_id: 'x'.repeat(255) })],
    ['any type', activity({ $type: 'SOMETHING_NEW' })],
    ['custom keys anywhere', event({ $properties: { custom: [1, { deep: null }] }, custom: 1 })],
    ['an upper-case e-mail hash', identifier({ $type: 'USER_EMAIL', $hash: hash.toUpperCase() })],
    ['an e-mail address', identifier({ $type: 'USER_EMAIL', $email: 'john@example.com' })],
    ['an account without a compartment', identifier({ $type: 'USER_ACCOUNT', $user_account_id: 'u-1' })],
    ['the legacy e-mail', activity({ $email_hash: { $email: 'john@example.com' } })],
    ['an identifier of 512 characters', identifier({ $type: 'USER_AGENT', $user_agent_id: 'x'.repeat(512) })],
    [
      'events with the names of properties of every object',
      activity({
        $events: [{ $event_name: 'constructor' }, { $event_name: '__proto__' }, { $event_name: 'toString' }],
      }),
    ],
    ['an account with a colon and a zero', identifier({ $type: 'USER_ACCOUNT', $user_account_id: 'shop:0' })],
    [
      'a choice event',
      event({ $event_name: '$set_user_choice', $properties: { $processing_id: '7', $choice_acceptance_value: false } }),
    ],
  ])('%s', (_case, value) => expect(UserActivity.safeParse(value).error).toBeUndefined());

  it('custom keys at every depth, and keeps them', () => {
    const value = event({ custom: { deep: [null, 1.5] }, $properties: { $items: [{ x: null }] } });
    expect(UserActivity.parse({ ...value, more: true })).toEqual({ ...value, more: true });
  });
});

describe('UserActivity rejects', () => {
  it.each([
    ['no type', activity({ $type: undefined }), '$type'],
    [
      '1,001 identifiers',
      activity({ $user_identifiers: Array(1_001).fill({ $type: 'USER_AGENT', $user_agent_id: 'g' }) }),
      '$user_identifiers',
    ],
    ['a type of 256 characters', activity({ $type: 'x'.repeat(256) }), '$type'],
    ['a channel of 256 characters', activity({ $ctv_id: 'x'.repeat(256) }), '$ctv_id'],
    ['an empty type', activity({ $type: '' }), '$type'],
    ['a time of 0', activity({ $ts: 0 }), '$ts'],
    ['a negative time', activity({ $ts: -1 }), '$ts'],
    ['a fraction of a millisecond', activity({ $ts: 1.5 }), '$ts'],
    ['a time beyond int64', activity({ $ts: 1e19 }), '$ts'],
    ['a time as text with a unit', activity({ $ts: '1700000000000ms' }), '$ts'],
    ['an unknown session status', activity({ $session_status: 'OPEN' }), '$session_status'],
    ['a number as app id', activity({ $app_id: 1023 }), '$app_id'],
    ['a unique key that is not a UUID', activity({ $unique_key: 'abc' }), '$unique_key'],
    ['an identifier of an unknown type', identifier({ $type: 'USER_PHONE' }), '$user_identifiers.0.$type'],
    ['an agent without id', identifier({ $type: 'USER_AGENT' }), '$user_identifiers.0.$user_agent_id'],
    [
      'an identifier of 513 characters',
      identifier({ $type: 'USER_AGENT', $user_agent_id: 'x'.repeat(513) }),
      '$user_identifiers.0.$user_agent_id',
    ],
    [
      'a compartment of 129 characters',
      identifier({ $type: 'USER_ACCOUNT', $user_account_id: 'u', $compartment_id: 'x'.repeat(129) }),
      '$user_identifiers.0.$compartment_id',
    ],
    ['an e-mail with neither hash nor address', identifier({ $type: 'USER_EMAIL' }), '$user_identifiers.0'],
    [
      'a hash of 256 characters',
      identifier({ $type: 'USER_EMAIL', $hash: 'x'.repeat(256) }),
      '$user_identifiers.0.$hash',
    ],
    ['a hash with a space', identifier({ $type: 'USER_EMAIL', $hash: 'a b' }), '$user_identifiers.0.$hash'],
    ['identifiers that are not an array', activity({ $user_identifiers: {} }), '$user_identifiers'],
    ['an event without name', activity({ $events: [{}] }), '$events.0.$event_name'],
    ['an empty event name', event({ $event_name: '' }), '$events.0.$event_name'],
    ['properties that are not an object', event({ $properties: [] }), '$events.0.$properties'],
    [
      'a choice without processing',
      event({ $event_name: '$set_user_choice', $properties: { $choice_acceptance_value: true } }),
      '$events.0.$properties.$processing_id',
    ],
    [
      'an acceptance that is not a boolean',
      event({ $event_name: '$set_user_choice', $properties: { $processing_id: '7', $choice_acceptance_value: 'yes' } }),
      '$events.0.$properties.$choice_acceptance_value',
    ],
    [
      'a profile account that is a fraction',
      event({ $event_name: '$set_user_profile_properties', $properties: { $user_account_id: 1.5 } }),
      '$events.0.$properties.$user_account_id',
    ],
    ['a brand that is not a text', activity({ $user_agent_info: { $brand: 7 } }), '$user_agent_info.$brand'],
    ['a country that is not a text', activity({ $location: { $country: 33 } }), '$location.$country'],
    ['an array', [], ''],
    ['a text', 'x', ''],
  ])('%s, naming the field', (_case, value, field) => {
    const { error } = UserActivity.safeParse(value);
    expect(error?.issues.map(({ path }) => path.join('.'))).toContain(field);
  });
});

it('says what a property of a special event must be', () => {
  const choice = event({ $event_name: '$set_user_choice', $properties: { $processing_id: '7' } });
  const { error } = UserActivity.safeParse(choice);
  expect(error?.issues.map(({ message }) => message)).toEqual(['is required']);
});
