import { describe, expect, it } from '@jest/globals';
import { emailHash } from './identifier.js';
import { junkExceptions } from './junk.js';
import { UserActivity } from './user-activity.js';
import { identifiersOf } from './identifiers-of.js';

const of = (fields: object) => identifiersOf(UserActivity.parse({ $type: 'TOUCH', ...fields }));
const hash = 'AB'.repeat(32);
const account = (value: string, compartment_id = 'default') => ({ type: 'USER_ACCOUNT', compartment_id, value });
const agent = { type: 'USER_AGENT', value: 'g' };
const profileEvent = ($properties: object) => ({ $event_name: '$set_user_profile_properties', $properties });

const anEmail = { type: 'USER_EMAIL', value: emailHash('a@b.c') };
const junkIdentifiers = [
  ...['', ' ', 'null', 'NULL', 'undefined', '0', '000', '00000000-0000-0000-0000-000000000000'].flatMap((value) => [
    { $type: 'USER_ACCOUNT', $user_account_id: value },
    { $type: 'USER_AGENT', $user_agent_id: value },
    { $type: 'USER_EMAIL', $email: value },
    { $type: 'USER_EMAIL', $hash: value },
  ]),
  { $type: 'USER_AGENT', $user_agent_id: 'mob:ios:raw:00000000-0000-0000-0000-000000000000' },
  { $type: 'USER_AGENT', $user_agent_id: null },
  { $type: 'USER_ACCOUNT', $user_account_id: null },
  { $type: 'USER_EMAIL', $email: null },
];

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
    [
      'a hash that is not hexadecimal, as sent',
      { $user_identifiers: [{ $type: 'USER_EMAIL', $hash: 'Ab+/Zz==' }] },
      [{ type: 'USER_EMAIL', value: 'Ab+/Zz==' }],
    ],
    [
      'the hash and the address, which are two identifiers',
      { $email_hash: { $hash: 'AB', $email: 'a@b.c' } },
      [{ type: 'USER_EMAIL', value: 'ab' }, anEmail],
    ],
    [
      'the hash and the address once, if they are the same',
      { $email_hash: { $hash: emailHash('a@b.c').toUpperCase(), $email: 'a@b.c' } },
      [anEmail],
    ],
    ['an address in place of a hash', { $email_hash: { $hash: ' A@B.C ' } }, [anEmail]],
    [
      'identifiers without the white space around them',
      { $user_account_id: ' u\t', $compartment_id: ' 7 ', $user_agent_id: '\ng' },
      [account('u', '7'), agent],
    ],
    ['negative integers', { $user_account_id: -12, $compartment_id: -7 }, [account('-12', '-7')]],
    [
      'integers as their decimal texts',
      { $user_account_id: 12, $compartment_id: 0, $user_agent_id: 7 },
      [account('12', '0'), { type: 'USER_AGENT', value: '7' }],
    ],
    [
      'the integer account of a profile event',
      { $user_agent_id: 'g', $events: [profileEvent({ $user_account_id: 12, $compartment_id: 1606 })] },
      [account('12', '1606'), agent],
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
  ])('finds %s', (_case, fields, expected) => expect(of(fields)).toEqual({ identifiers: expected, junk: [] }));

  it.each<[string, object, object[], number]>([
    ['in the list', { $user_agent_id: 'g', $user_identifiers: junkIdentifiers }, [agent], junkIdentifiers.length],
    [
      'in the root',
      { $user_agent_id: 'g', $user_account_id: 'NULL', $email_hash: { $hash: '0'.repeat(64), $email: '' } },
      [agent],
      2,
    ],
    [
      'in a profile event, which then refers to the account of the activity',
      { $user_account_id: 'u', $events: [profileEvent({ $user_account_id: 'undefined', $compartment_id: '7' })] },
      [account('u')],
      1,
    ],
    ['a hash beside an address', { $email_hash: { $hash: '', $email: 'a@b.c' } }, [anEmail], 0],
    [
      'an address beside a hash',
      { $email_hash: { $hash: 'ab', $email: 'null' } },
      [{ type: 'USER_EMAIL', value: 'ab' }],
      0,
    ],
    ['an integer', { $user_agent_id: 'g', $user_account_id: 0 }, [agent], 1],
    ['a null entry', { $user_agent_id: 'g', $user_identifiers: [null, null] }, [agent], 2],
  ])('leaves out junk: %s', (_case, fields, identifiers, junk) =>
    expect(of(fields)).toEqual({ identifiers, junk: Array.from({ length: junk }, () => expect.any(String)) }),
  );

  it('names the words of junk', () => {
    const listed = [
      { $type: 'USER_AGENT', $user_agent_id: 'mob:ios:raw:0000' },
      { $type: 'USER_ACCOUNT', $user_account_id: ' GUEST' },
      { $type: 'USER_EMAIL', $hash: '' },
      null,
    ];
    const sent = { $user_agent_id: 'g', $email_hash: { $email: 'none' }, $user_identifiers: listed };
    expect(of(sent).junk).toEqual(['all zeros', 'guest', 'empty', 'null', 'none']);
  });

  it('finds words that the datamart has taken out of the junk list, everywhere', () => {
    const guest = { $type: 'USER_ACCOUNT', $user_account_id: 'Guest' };
    const sent = {
      $user_agent_id: 'anonymous',
      $user_identifiers: [guest, { $type: 'USER_EMAIL', $email: 'guest' }],
      $events: [profileEvent({ $user_account_id: 'guest', $compartment_id: 'c' })],
    };
    const read = identifiersOf(UserActivity.parse({ $type: 'TOUCH', ...sent }), junkExceptions(['guest']));
    expect(read).toEqual({
      identifiers: [account('Guest'), account('guest', 'c'), { type: 'USER_EMAIL', value: emailHash('guest') }],
      junk: ['anonymous'],
    });
  });

  it.each([
    ['no identifier', {}, '$user_identifiers'],
    ...junkIdentifiers.map((one): [string, object, string] => [
      `junk alone, ${JSON.stringify(one)}`,
      { $user_identifiers: [one] },
      `$user_identifiers[0].${Object.keys(one).find((name) => name !== '$type')}: is empty`,
    ]),
    ['a junk agent in the root', { $user_agent_id: 'mob:ios:raw:0000' }, '$user_agent_id: is empty'],
    ['a junk account in the root', { $user_account_id: ' ' }, '$user_account_id: is empty'],
    ['a junk hash in the root', { $email_hash: { $hash: 'null' } }, '$email_hash.$hash: is empty'],
    ['a junk address in the root', { $email_hash: { $hash: null, $email: '' } }, '$email_hash.$email: is empty'],
    ['null alone', { $user_identifiers: [null] }, '$user_identifiers[0]: is empty'],
    [
      'a profile event with a junk account, and no other account',
      { $user_agent_id: 'g', $events: [profileEvent({}), profileEvent({ $user_account_id: '' })].slice(1) },
      '$events[0].$properties.$user_account_id',
    ],
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
