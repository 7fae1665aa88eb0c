import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isUsual, QuickUserActivity } from './usual-activity.js';
import { UserActivity } from './user-activity.js';

const usual = {
  $unique_key: '0199f1c4-52aa-7b0c-9d1e-0f3c6a7b8d90',
  $ts: 1_700_000_000_000,
  $type: 'SITE_VISIT',
  $session_status: 'IN_SESSION',
  $site_id: '8298',
  $user_identifiers: [
    { $type: 'USER_AGENT', $user_agent_id: 'web:1:abc' },
    { $type: 'USER_ACCOUNT', $user_account_id: 'u' },
  ],
  $user_agent_info: { $form_factor: 'SMARTPHONE', $initial_ts: 12 },
  $location: { $country: 'FR', own: 1 },
  $events: [{ $ts: 1, $event_name: '$item_view', $properties: { $items: [{ $price: '19.90' }] } }],
  own: { of: ['the client'] },
};

/** What stands in each place now and then: right, nearly right and wrong. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    'null',
    '0',
    'web:',
    'x:undefined',
    0,
    1,
    -1,
    1.5,
    2 ** 63,
    2 ** 64,
    NaN,
  ),
  fc.constantFrom<unknown>(true, [], {}, [null], [{}], 'SITE_VISIT', 'NO_SESSION', 'a'.repeat(255), 'a'.repeat(256)),
  fc.constantFrom<unknown>('a'.repeat(512), 'a'.repeat(513), '$set_user_choice', '$set_user_profile_properties'),
  fc.constantFrom<unknown>('USER_AGENT', 'USER_ACCOUNT', 'USER_EMAIL', 'ab'.repeat(32), crypto.randomUUID()),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Paths of everything in a value, and of fields that it does not have. */
const pathsOf = (value: unknown): PropertyKey[][] =>
  typeof value === 'object' && value !== null
    ? [[], ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner).map((rest) => [key, ...rest]))]
    : [[]];
const absent = [
  ...['$app_id', '$ctv_id', '$user_agent_id', '$user_account_id', '$compartment_id', '$email_hash'].map((name) => [
    name,
  ]),
  ...['$user_agent_id', '$hash', '$email', '$compartment_id'].map((name) => ['$user_identifiers', '1', name]),
  ...['$city', '$zip_code'].map((name) => ['$location', name]),
  ...['$brand', '$os_family', '$raw_value'].map((name) => ['$user_agent_info', name]),
];
const places = fc.constantFrom(...pathsOf(usual).filter(({ length }) => length > 0), ...absent);

function withOdd(value: unknown, [key, ...rest]: PropertyKey[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (typeof value !== 'object' || value === null) return value;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<PropertyKey, unknown>;
  copy[key] = withOdd(copy[key], rest, replacement);
  return copy;
}

describe('an activity that is as most are', () => {
  it('is known without the schema', () => expect(isUsual(usual)).toBe(true));

  it('is one that the schema takes as it is, whatever stands in its places', () => {
    let known = 0;
    const changes = fc.array(fc.tuple(places, odd), { maxLength: 3 });
    fc.assert(
      fc.property(changes, (list) => {
        const value = list.reduce<unknown>((so, [path, replacement]) => withOdd(so, path, replacement), usual);
        if (!isUsual(value)) return;
        known += 1;
        expect(UserActivity.safeParse(value)).toEqual({ success: true, data: value });
      }),
      { numRuns: 20_000 },
    );
    // Else nothing has been compared.
    expect(known).toBeGreaterThan(2_000);
  });

  it.each([undefined, null, [], 7, {}, { $type: '' }, { ...usual, $type: 7 }, { ...usual, $events: [{}] }])(
    'otherwise the schema speaks: %j',
    (value) =>
      expect(JSON.stringify(QuickUserActivity.safeParse(value))).toBe(JSON.stringify(UserActivity.safeParse(value))),
  );
});
