import { describe, expect, it } from '@jest/globals';
import { composeActivity, type ActivityFields } from './compose-activity.js';

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
      { identifierKind: 'USER_EMAIL', identifier: 'ab'.repeat(32) },
      { $user_identifiers: [{ $type: 'USER_EMAIL', $hash: 'ab'.repeat(32) }] },
    ],
    [
      { identifierKind: 'USER_ACCOUNT', identifier: 'u' },
      { $user_identifiers: [{ $type: 'USER_ACCOUNT', $user_account_id: 'u' }] },
    ],
    [
      { identifierKind: 'USER_ACCOUNT', identifier: 'u', compartment: 'shop' },
      { $user_identifiers: [{ $type: 'USER_ACCOUNT', $user_account_id: 'u', $compartment_id: 'shop' }] },
    ],
  ] as const)('with %j: %j', (given, expected) =>
    expect(composeActivity({ ...fields, ...given })).toMatchObject(expected),
  );
});
