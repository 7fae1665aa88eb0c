import { describe, expect, it } from '@jest/globals';
import { composeActivity, fieldOfForm, parseActivity, type ActivityFields } from './compose-activity.js';

const fields: ActivityFields = {
  type: 'SITE_VISIT',
  channel: '',
  event_name: '$page_view',
  identifierKind: 'USER_AGENT',
  identifier: 'web:1:a',
};

describe('composeActivity', () => {
  it('has what was typed in', () =>
    expect(composeActivity(fields)).toEqual({
      $type: 'SITE_VISIT',
      $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'web:1:a' }],
      $events: [{ $event_name: '$page_view', $properties: {} }],
    }));

  it.each([
    [{ channel: ' 7 ' }, { $site_id: '7' }],
    [{ type: 'APP_VISIT', channel: '7' }, { $app_id: '7' }],
    [{ type: 'CTV_VISIT', channel: '7' }, { $ctv_id: '7' }],
    [{ event_name: ' ' }, { $events: [] }],
    [
      { identifierKind: 'USER_EMAIL', identifier: 'a@b.c' },
      { $user_identifiers: [{ $type: 'USER_EMAIL', $email: 'a@b.c' }] },
    ],
    [
      { identifierKind: 'USER_ACCOUNT', identifier: 'u' },
      { $user_identifiers: [{ $type: 'USER_ACCOUNT', $user_account_id: 'u' }] },
    ],
  ] as const)('with %j: %j', (given, expected) =>
    expect(composeActivity({ ...fields, ...given })).toMatchObject(expected),
  );
});

describe('parseActivity', () => {
  it('keeps all keys', () => expect(parseActivity('{"$type":"X","own":1}')).toEqual({ $type: 'X', own: 1 }));
  it.each([
    ['', 'This is not JSON'],
    ['{"a":}', 'This is not JSON'],
    ['[]', 'An activity is a JSON object'],
    ['null', 'An activity is a JSON object'],
    ['7', 'An activity is a JSON object'],
  ])('refuses "%s"', (text, message) => expect(() => parseActivity(text)).toThrow(message));
});

it.each([
  ['$type', 'type'],
  ['$site_id', 'channel'],
  ['$events[0].$event_name', 'event_name'],
  ['$user_identifiers[0].$user_agent_id', 'identifier'],
  ['$location', undefined],
  [undefined, undefined],
])('a message about %s stands at the field %s', (named, field) => expect(fieldOfForm(named)).toBe(field));
