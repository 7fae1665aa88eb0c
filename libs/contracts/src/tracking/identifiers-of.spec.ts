import { describe, expect, it } from '@jest/globals';
import { emailHash } from './identifier.js';
import { UserActivity } from './user-activity.js';
import { identifiersOf } from './identifiers-of.js';

const of = (fields: object) => identifiersOf(UserActivity.parse({ $type: 'TOUCH', ...fields }));
const hash = 'AB'.repeat(32);
const account = (value: string, compartment_id = 'default') => ({ type: 'USER_ACCOUNT', compartment_id, value });
const agent = { type: 'USER_AGENT', value: 'g' };
const profileEvent = ($properties: object) => ({ $event_name: '$set_user_profile_properties', $properties });

describe('identifiersOf', () => {
  it.each<[string, object, object[]]>([
    ['an agent', { $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'g' }] }, [agent]],
    [
      'an account, in the default compartment',
      { $user_identifiers: [{ $type: 'USER_ACCOUNT', $user_account_id: 'u' }] },
      [account('u')],
    ],
    [
      'a hash, lower-cased',
      { $user_identifiers: [{ $type: 'USER_EMAIL', $hash: hash }] },
      [{ type: 'USER_EMAIL', value: hash.toLowerCase() }],
    ],
    [
      'an address, hashed',
      { $user_identifiers: [{ $type: 'USER_EMAIL', $email: ' A@b.c' }] },
      [{ type: 'USER_EMAIL', value: emailHash('a@b.c') }],
    ],
    ['the legacy account', { $user_account_id: 'u', $compartment_id: '7' }, [account('u', '7')]],
    ['the legacy e-mail', { $email_hash: { $hash: hash } }, [{ type: 'USER_EMAIL', value: hash.toLowerCase() }]],
    [
      'legacy and listed together, the strongest first',
      { $user_agent_id: 'g', $user_identifiers: [{ $type: 'USER_ACCOUNT', $user_account_id: 'u' }] },
      [account('u'), agent],
    ],
    [
      'an identifier that is given twice, once',
      { $user_agent_id: 'g', $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'g' }] },
      [agent],
    ],
    [
      'the account of a profile event',
      { $user_agent_id: 'g', $events: [profileEvent({ $user_account_id: 'u', $compartment_id: '7' })] },
      [account('u', '7'), agent],
    ],
    ['only a profile event', { $events: [profileEvent({ $user_account_id: 'u' })] }, [account('u')]],
    [
      "a profile event that refers to the activity's account",
      { $user_account_id: 'u', $events: [profileEvent({ city: 'Paris' })] },
      [account('u')],
    ],
  ])('finds %s', (_case, fields, expected) => expect(of(fields)).toEqual(expected));

  it.each([
    ['no identifier', {}, '$user_identifiers'],
    ['an empty list', { $user_identifiers: [] }, '$user_identifiers'],
    [
      'a profile event without any account',
      { $user_agent_id: 'g', $events: [profileEvent({})] },
      '$events[0].$properties.$user_account_id',
    ],
  ])('refuses %s', (_case, fields, field) => {
    expect(() => of(fields)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST_DATA', message: expect.stringContaining(field) }),
    );
  });
});
