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
const choiceEvent = (properties: object | null | undefined) =>
  event({ $event_name: '$set_user_choice', $properties: properties });
const choice = (difference: object) =>
  choiceEvent({ $processing_id: '7', $choice_acceptance_value: true, ...difference });
const profileEvent = (properties: object) =>
  event({ $event_name: '$set_user_profile_properties', $properties: properties });
const account = (difference: object) => identifier({ $type: 'USER_ACCOUNT', $user_account_id: 'u', ...difference });
const legacy = (fields: object) => ({ $type: 'TOUCH', ...fields });

/** No texts, and no exact integers. */
const noIds = [1.5, NaN, 2 ** 53, -(2 ** 53), true, [], {}];
const noTimes = [
  0,
  -1,
  0.5,
  '',
  '0',
  '-1',
  '1e3',
  '1.0',
  '12x',
  ' 1',
  '+1',
  '0x1',
  '9'.repeat(20),
  '9223372036854775808',
  true,
  {},
  2 ** 63,
  2 ** 64,
];

/** For each rule: valid values, and invalid values with the field that the error names. */
describe('each rule of UserActivity', () => {
  it.each<[string, object[]]>([
    [
      'any type, each session status',
      [
        ...['SITE_VISIT', 'APP_VISIT', 'CTV_VISIT', 'TOUCH', 'EMAIL', 'DISPLAY_AD'].map(($type) => activity({ $type })),
        ...['NO_SESSION', 'IN_SESSION', 'CLOSED_SESSION', 'SESSION_SNAPSHOT', null, undefined].map(($session_status) =>
          activity({ $session_status }),
        ),
      ],
    ],
    [
      'a time that is positive, a decimal text, absent or null',
      [1, '1', '1700000000000', '9223372036854775807', undefined, null].flatMap(($ts) => [
        activity({ $ts }),
        event({ $ts }),
        profileEvent({ $ts }),
        choice({ $choice_ts: $ts }),
      ]),
    ],
    [
      'channels that are texts or null',
      ['$app_id', '$site_id', '$ctv_id'].flatMap((name) => [activity({ [name]: '1023' }), activity({ [name]: null })]),
    ],
    [
      'a unique key that is a UUID, in either case, or null',
      [crypto.randomUUID(), crypto.randomUUID().toUpperCase(), null].map(($unique_key) => activity({ $unique_key })),
    ],
    [
      'events without time and properties',
      [{}, { $ts: null, $properties: null }, { $ts: 1, $properties: {} }].map((more) => event(more)),
    ],
    ['no events', [activity({ $events: [] }), activity({ $events: null }), activity({ $events: undefined })]],
    ['an account with and without compartment', [{}, { $compartment_id: null }, { $compartment_id: '7' }].map(account)],
    [
      'an e-mail by hash, by address or by both',
      [
        { $hash: hash },
        { $hash: hash, $email: null },
        { $hash: null, $email: 'a@b.c' },
        { $hash: hash, $email: 'a@b.c' },
      ].flatMap((email) => [identifier({ $type: 'USER_EMAIL', ...email }), legacy({ $email_hash: email })]),
    ],
    [
      'hashes of any algorithm and encoding',
      ['', 'abc', `${hash}0`, 'Ab+/Zz==', '0'.repeat(64), 'x'.repeat(255), '$2b$10$é☕'].map(($hash) =>
        identifier({ $type: 'USER_EMAIL', $hash }),
      ),
    ],
    [
      'integers in place of ids and zip codes',
      [0, 12, -12, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER].flatMap((integer) => [
        account({ $compartment_id: integer, $user_account_id: integer }),
        identifier({ $type: 'USER_AGENT', $user_agent_id: integer }),
        legacy({ $user_account_id: integer, $compartment_id: integer, $user_agent_id: integer }),
        profileEvent({ $user_account_id: integer, $compartment_id: integer }),
        choice({ $processing_id: integer }),
        activity({ $location: { $zip_code: integer } }),
      ]),
    ],
    [
      'the legacy identifiers, or null',
      [
        legacy({ $user_account_id: 'u', $compartment_id: null, $user_agent_id: null, $email_hash: null }),
        legacy({ $user_agent_id: 'mob:ios:raw:abc', $user_identifiers: null }),
      ],
    ],
    [
      'choices with custom fields and with a time of their own',
      [
        choice({ $choice_acceptance_value: false }),
        choice({ $choice_ts: null }),
        choice({ $choice_ts: 1, custom: null }),
      ],
    ],
    [
      'profile events of the account of the activity or of their own',
      [{}, { $user_account_id: null, $compartment_id: null }, { $user_account_id: 'u', $ts: 1, city: null }].map(
        profileEvent,
      ),
    ],
    [
      'an agent and a location with nulls and custom keys',
      [
        activity({
          $user_agent_info: { $initial_ts: null, $form_factor: null, $os_family: 'IOS', $carrier: null, $x: 1 },
        }),
        activity({ $user_agent_info: { $initial_ts: 1, $raw_value: 'Mozilla/5.0', $agent_type: 'MOBILE_APP' } }),
        activity({ $location: { $country: null, $city: 'Paris', $zip_code: null, $latlon: [1, 2] } }),
      ],
    ],
  ])('accepts %s', (_case, values) => {
    for (const value of values) expect(UserActivity.safeParse(value).error).toBeUndefined();
  });

  it.each<[string, object[], string]>([
    ['types', [undefined, null, '', 7].map(($type) => activity({ $type })), '$type'],
    ['times', noTimes.map(($ts) => activity({ $ts })), '$ts'],
    [
      'session statuses',
      ['', 'in_session', 1, 'OPEN'].map(($session_status) => activity({ $session_status })),
      '$session_status',
    ],
    ['app ids', [1023, true, ['1']].map(($app_id) => activity({ $app_id })), '$app_id'],
    ['site ids', [1023, {}].map(($site_id) => activity({ $site_id })), '$site_id'],
    ['connected-TV ids', [1023, {}].map(($ctv_id) => activity({ $ctv_id })), '$ctv_id'],
    ['unique keys', ['', 'abc', 7, hash].map(($unique_key) => activity({ $unique_key })), '$unique_key'],
    ['lists of events', [{}, 'x', 7].map(($events) => activity({ $events })), '$events'],
    ['events', [null, 7, 'x', []].map((one) => activity({ $events: [one] })), '$events.0'],
    ['names of events', [undefined, null, '', 7].map(($event_name) => event({ $event_name })), '$events.0.$event_name'],
    ['times of events', noTimes.map(($ts) => event({ $ts })), '$events.0.$ts'],
    ['properties', [[], 'x', 7].map(($properties) => event({ $properties })), '$events.0.$properties'],
    ['identifiers', [7, 'x'].map((one) => activity({ $user_identifiers: [one] })), '$user_identifiers.0'],
    [
      'accounts',
      [undefined, ...noIds].map(($user_account_id) => account({ $user_account_id })),
      '$user_identifiers.0.$user_account_id',
    ],
    [
      'compartments',
      ['', ' ', ...noIds].map(($compartment_id) => account({ $compartment_id })),
      '$user_identifiers.0.$compartment_id',
    ],
    [
      'agents',
      [undefined, ...noIds].map(($user_agent_id) => identifier({ $type: 'USER_AGENT', $user_agent_id })),
      '$user_identifiers.0.$user_agent_id',
    ],
    [
      'hashes',
      ['a b', 'a\nb', 'x'.repeat(256), 7, 0].map(($hash) => identifier({ $type: 'USER_EMAIL', $hash })),
      '$user_identifiers.0.$hash',
    ],
    [
      'addresses',
      [7, 0, 'x'.repeat(513)].map(($email) => identifier({ $type: 'USER_EMAIL', $email })),
      '$user_identifiers.0.$email',
    ],
    [
      'accounts after a valid identifier',
      [
        activity({
          $user_identifiers: [
            { $type: 'USER_AGENT', $user_agent_id: 'g' },
            { $type: 'USER_ACCOUNT', $user_account_id: 1.5 },
          ],
        }),
      ],
      '$user_identifiers.1.$user_account_id',
    ],
    ['legacy agents', noIds.map(($user_agent_id) => legacy({ $user_agent_id })), '$user_agent_id'],
    ['legacy accounts', noIds.map(($user_account_id) => legacy({ $user_account_id })), '$user_account_id'],
    ['legacy e-mails', [{}, hash, 7].map(($email_hash) => legacy({ $email_hash })), '$email_hash'],
    [
      'processings',
      [undefined, null, '', ...noIds, 'x'.repeat(256)].map(($processing_id) => choice({ $processing_id })),
      '$events.0.$properties.$processing_id',
    ],
    [
      'acceptances',
      [undefined, null, 'true', 1].map(($choice_acceptance_value) => choice({ $choice_acceptance_value })),
      '$events.0.$properties.$choice_acceptance_value',
    ],
    ['times of choices', noTimes.map(($choice_ts) => choice({ $choice_ts })), '$events.0.$properties.$choice_ts'],
    ['choices without properties', [null, undefined].map(choiceEvent), '$events.0.$properties.$processing_id'],
    [
      'accounts of profiles',
      noIds.map(($user_account_id) => profileEvent({ $user_account_id })),
      '$events.0.$properties.$user_account_id',
    ],
    [
      'compartments of profiles',
      ['', ...noIds].map(($compartment_id) => profileEvent({ $compartment_id })),
      '$events.0.$properties.$compartment_id',
    ],
    ['times of profiles', noTimes.map(($ts) => profileEvent({ $ts })), '$events.0.$properties.$ts'],
    ['agents', ['x', 7, []].map(($user_agent_info) => activity({ $user_agent_info })), '$user_agent_info'],
    [
      'first times of agents',
      ['1', 1.5].map(($initial_ts) => activity({ $user_agent_info: { $initial_ts } })),
      '$user_agent_info.$initial_ts',
    ],
    ['locations', ['x', 7, []].map(($location) => activity({ $location })), '$location'],
  ])('rejects invalid %s, and names the field', (_case, values, field) => {
    for (const value of values)
      expect(UserActivity.safeParse(value).error?.issues.map(({ path }) => path.join('.'))).toContain(field);
  });

  it.each([
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
  ])('rejects an agent whose %s is not a text', (name) => {
    const { error } = UserActivity.safeParse(activity({ $user_agent_info: { [name]: 7 } }));
    expect(error?.issues[0]?.path).toEqual(['$user_agent_info', name]);
  });

  it('rejects a zip code that is neither a text nor an integer', () => {
    for (const $zip_code of noIds) {
      const { error } = UserActivity.safeParse(activity({ $location: { $zip_code } }));
      expect(error?.issues[0]?.path).toEqual(['$location', '$zip_code']);
    }
  });

  it.each(['$country', '$city'])('rejects a location whose %s is not a text', (name) => {
    const { error } = UserActivity.safeParse(activity({ $location: { [name]: 75_001 } }));
    expect(error?.issues[0]?.path).toEqual(['$location', name]);
  });

  it('makes texts of integer ids, and numbers of decimal times', () => {
    const sent = activity({
      $ts: '5',
      $user_identifiers: [{ $type: 'USER_ACCOUNT', $user_account_id: 12, $compartment_id: 1606 }],
      $user_agent_id: 7,
      $location: { $zip_code: 75_011, own: 1 },
      $events: [
        {
          $event_name: '$set_user_choice',
          $ts: '6',
          $properties: { $processing_id: 5, $choice_acceptance_value: true, $choice_ts: '7', n: 1 },
        },
        {
          $event_name: '$set_user_profile_properties',
          $properties: { $user_account_id: 12, $compartment_id: 0, $ts: '8', own: '9' },
        },
      ],
    });
    expect(UserActivity.parse(sent)).toEqual(
      activity({
        $ts: 5,
        $user_identifiers: [{ $type: 'USER_ACCOUNT', $user_account_id: '12', $compartment_id: '1606' }],
        $user_agent_id: '7',
        $location: { $zip_code: '75011', own: 1 },
        $events: [
          {
            $event_name: '$set_user_choice',
            $ts: 6,
            $properties: { $processing_id: '5', $choice_acceptance_value: true, $choice_ts: 7, n: 1 },
          },
          {
            $event_name: '$set_user_profile_properties',
            $properties: { $user_account_id: '12', $compartment_id: '0', $ts: 8, own: '9' },
          },
        ],
      }),
    );
  });
});
