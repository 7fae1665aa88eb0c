import { describe, expect, it } from '@jest/globals';
import { expectLinear } from '@tributary/testing/growth';
import fc from 'fast-check';
import { describeActivity } from './describe-activity.js';

const ts = 1_700_000_000_000;
const described = (activity: object) => describeActivity({ $type: 'SITE_VISIT', ...activity }, ts);
const events = (...names: string[]) => ({ $events: names.map(($event_name) => ({ $event_name })) });
const transaction = (...properties: object[]) => ({
  $events: properties.map(($properties) => ({ $event_name: '$transaction_confirmed', $properties })),
});

describe('session_duration', () => {
  it.each<[string, object, number]>([
    ['as given', { $session_duration: 42 }, 42],
    ['of events with times as text', { $events: [{ $ts: String(ts) }, { $ts: String(ts + 9_000) }] }, 9],
    ['of events with times of both kinds', { $events: [{ $ts: ts + 9_000 }, { $ts: String(ts) }] }, 9],
    ['as given, though events differ', { $session_duration: 0, $events: [{ $ts: ts }, { $ts: ts + 9_000 }] }, 0],
    [
      'of events when the given one is negative',
      { $session_duration: -1, $events: [{ $ts: ts }, { $ts: ts + 9_000 }] },
      9,
    ],
    ['of events when the given one has a fraction', { $session_duration: 1.5, $events: [] }, 0],
    ['of events when the given one is text', { $session_duration: '7' }, 0],
    [
      'whole seconds from the earliest to the latest',
      { $events: [{ $ts: ts + 2_999 }, { $ts: ts }, { $ts: ts + 5 }] },
      2,
    ],
    ['an event without time at the time of the activity', { $events: [{ $ts: ts - 3_000 }, {}] }, 3],
    ['0 with one event', { $events: [{ $ts: ts + 60_000 }] }, 0],
    ['0 without events', {}, 0],
    ['0 with null for events', { $events: null }, 0],
  ])('is %s', (_case, activity, expected) => expect(described(activity).session_duration ?? 0).toBe(expected));
});

describe('a text', () => {
  it.each([
    [
      {
        $user_agent_info: { $form_factor: 'TV', $browser_family: 'B', $os_family: 'O', $brand: 'R', $agent_type: 'A' },
      },
      {
        device_form_factor: 'TV',
        device_browser_family: 'B',
        device_os_family: 'O',
        device_brand: 'R',
        device_agent_type: 'A',
      },
    ],
    [
      { $origin: { $source: 's', $channel: 'c', $campaign_name: 'n' } },
      { origin_source: 's', origin_channel: 'c', origin_campaign_name: 'n' },
    ],
    [
      { $location: { $country: 'FR', $region: 'r', $city: 'Paris', $zip_code: '75001' } },
      { location_country: 'FR', location_region: 'r', location_city: 'Paris', location_zip_code: '75001' },
    ],
  ])('comes from its place in %j', (activity, expected) => expect(described(activity)).toMatchObject(expected));

  it.each([[''], [null], [7], [true], [['FR']], [{ a: 1 }]])('is absent for %j', ($country) =>
    expect(described({ $location: { $country } }).location_country).toBeUndefined(),
  );

  it.each([[null], ['FR'], [[]], [7]])('is absent where %j stands for its object', ($location) =>
    expect(described({ $location }).location_country).toBeUndefined(),
  );

  it('is cut after 255 characters, never within one', () => {
    const $brand = `${'x'.repeat(254)}😀`;
    expect(described({ $user_agent_info: { $brand } }).device_brand).toBe('x'.repeat(254));
  });
});

describe('events', () => {
  it('are described by their distinct names', () =>
    expect(described(events('a', '$page_view', 'a')).event_types).toEqual(['a', '$page_view']));

  it.each([
    [{}],
    [{ $events: [] }],
    [{ $events: 7 }],
    [{ $events: [null, 7, 'a'] }],
    [{ $events: [{}, { $event_name: 1 }] }],
  ])('are absent in %j', (activity) => expect(described(activity).event_types).toBeUndefined());

  it.each<[string[], boolean]>([
    [['$conversion'], true],
    [['a', '$conversion', '$conversion'], true],
    [['conversion'], false],
    [[], false],
  ])('%j have a conversion: %s', (names, expected) =>
    expect(described(events(...names)).has_conversion ?? false).toBe(expected),
  );

  it.each<[string, string[], boolean]>([
    ...['$page_view', '$home_view', '$category_view', '$item_view', '$item_list_view'].map(
      (name) => ['SITE_VISIT', [name], true] as [string, string[], boolean],
    ),
    ...['$product_view', '$product_list_view', '$basket_view'].map(
      (name) => ['APP_VISIT', [name], true] as [string, string[], boolean],
    ),
    ['CTV_VISIT', ['$page_view', 'other', '$conversion'], true],
    ['SITE_VISIT', ['$page_view', '$page_view'], false],
    ['SITE_VISIT', ['$page_view', '$home_view'], false],
    ['SITE_VISIT', ['other'], false],
    ['SITE_VISIT', [], false],
    ['TOUCH', ['$page_view'], false],
  ])('of a %s: %j, bounced: %s', ($type, names, expected) =>
    expect(described({ $type, ...events(...names) }).has_bounced ?? false).toBe(expected),
  );

  it.each([
    [true, true],
    [false, undefined],
    ['true', undefined],
    [1, undefined],
    [null, undefined],
    [undefined, undefined],
  ])('of an activity flagged %j are of a bot: %j', ($is_bot, expected) =>
    expect(described({ $type: 'SITE_VISIT', $is_bot }).is_bot).toBe(expected),
  );

  const technical = [
    '$conversion',
    '$ad_click',
    '$ad_view',
    '$email_view',
    '$email_click',
    '$email_sent',
    '$email_delivered',
    '$email_soft_bounce',
    '$email_hard_bounce',
    '$email_unsubscribe',
    '$email_complaint',
    '$set_user_profile_properties',
    '$set_user_choice',
    '$set_user_consent',
    '$content_correction',
    '$content_corrections',
    '$quit_while_running',
    '$cleaned_referrer',
  ];
  it.each<[string[], number]>([
    [[], 0],
    [technical, 0],
    [['$page_view', 'own', 'own'], 3],
    [['own', ...technical], 1],
  ])('%j are the acts of a user: %i', (names, expected) =>
    expect(described(events(...names)).number_of_user_events ?? 0).toBe(expected),
  );
});

describe('transactions', () => {
  it('have no number and no amount when there are none', () =>
    expect(described(events('a'))).toMatchObject({
      number_of_confirmed_transactions: undefined,
      transaction_amount: undefined,
    }));

  it.each<[string, object[], string]>([
    [
      'items',
      [
        {
          $items: [
            { $qty: 2, $price: 1.5 },
            { $qty: 1, $price: 0.25 },
          ],
        },
      ],
      '3.25',
    ],
    ['items before an amount', [{ $items: [{ $price: 1 }], $amount: 9 }], '1'],
    ['an amount without items', [{ $amount: 9.99 }], '9.99'],
    ['an amount beside empty items', [{ $items: [], $amount: 9 }], '9'],
    ['an amount beside items that are no list', [{ $items: { $price: 1 }, $amount: 9 }], '9'],
    ['neither', [{}], '0'],
    ['several transactions', [{ $amount: '0.1' }, { $amount: 0.2 }], '0.3'],
    ['an item without quantity', [{ $items: [{ $price: 5 }, { $qty: null, $price: 2 }] }], '7'],
    ['an item without price', [{ $items: [{ $qty: 3 }, { $price: null }, { $price: 1 }] }], '1'],
    ['digits in text', [{ $items: [{ $qty: '2', $price: '-1.50' }] }], '-3'],
    [
      'a value that is not a number',
      [
        {
          $items: [
            { $qty: 'two', $price: 1 },
            { $price: '1e3' },
            { $price: ' 1' },
            { $price: '+1' },
            { $price: '1.' },
            { $price: '.5' },
            { $price: true },
          ],
        },
      ],
      '0',
    ],
    ['items that are no objects', [{ $items: [null, 5, 'x', [1]] }], '0'],
    ['half a millionth, away from zero', [{ $amount: '0.0000005' }, { $amount: '-0.0000015' }], '-0.000001'],
    ['less than half a millionth', [{ $amount: '0.00000049' }], '0'],
    ['each transaction rounded by itself', [{ $amount: 4e-7 }, { $amount: 4e-7 }], '0'],
    ['items rounded together', [{ $items: [{ $price: 4e-7 }, { $price: 4e-7 }] }], '0.000001'],
    ['a product exactly', [{ $items: [{ $qty: 3, $price: 0.1 }] }], '0.3'],
    ['a large number', [{ $amount: '99999999999999999999.999999' }], '99999999999999999999.999999'],
    [
      'numbers that JavaScript writes with an exponent',
      [{ $amount: 1.5e21 }, { $amount: -1.5e21 }, { $amount: 1e-7 }],
      '0',
    ],
    ['leading zeros as nothing', [{ $amount: `${'0'.repeat(200)}7.${'0'.repeat(200)}` }], '7'],
    ...[1e300, '9'.repeat(21), '9'.repeat(100_000), '100000000000000000000.000001'].map(
      ($amount): [string, object[], string] => [
        `an excessive amount as 10^20: ${String($amount).slice(0, 30)}`,
        [{ $amount }],
        '100000000000000000000',
      ],
    ),
    ['such items too', [{ $items: [{ $qty: -1e17, $price: '10000000000' }] }], '-100000000000000000000'],
    ['a null for properties', [null as unknown as object], '0'],
  ])('count %s', (_case, properties, expected) =>
    expect(described(transaction(...properties))).toMatchObject({
      number_of_confirmed_transactions: properties.length,
      transaction_amount: expected,
    }),
  );
});

describe('any JSON', () => {
  const garbage = fc.jsonValue({ maxDepth: 3 });
  it('is described without an error, in a size that a message can carry', () => {
    const keys = ['$events', '$location', '$user_agent_info', '$origin', '$session_duration', '$type'];
    const activity = fc.dictionary(fc.constantFrom(...keys), garbage);
    const event = fc.record({ $event_name: garbage, $ts: garbage, $properties: garbage }, { requiredKeys: [] });
    fc.assert(
      fc.property(activity, fc.array(event), (fields, $events) => {
        expect(JSON.stringify(describeActivity({ ...fields, $events }, ts)).length).toBeLessThan(500_000);
        expect(() => JSON.stringify(describeActivity(fields, ts))).not.toThrow();
      }),
      { examples: [[{ $type: [{ toString: '' }] }, []]] },
    );
  });

  it('with very many event names is described by the first of them', () => {
    const names = Array.from({ length: 60_000 }, (_, index) => `event ${index}`);
    const { event_types = [] } = described(events(...names));
    expect(JSON.stringify(event_types).length).toBeLessThan(500_000);
    expect(names.slice(0, event_types.length)).toEqual(event_types);
  });

  it('with a very long number takes time in proportion to it', () =>
    expectLinear({
      make: (size) => transaction({ $amount: `${'0'.repeat(size)}x` }),
      run: (activity) => expect(described(activity).transaction_amount).toBe('0'),
    }));
});
