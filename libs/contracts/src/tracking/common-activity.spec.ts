import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { isCommonActivity } from './common-activity.js';
import { UserActivity } from './user-activity.js';

const common = {
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
  $events: [
    { $ts: 1, $event_name: '$item_view', $properties: { $items: [{ $price: '19.90' }] } },
    {
      $event_name: '$set_user_profile_properties',
      $properties: { $user_account_id: 'u', $compartment_id: '7', $ts: 1, own: 1 },
    },
    {
      $event_name: '$set_user_choice',
      $properties: { $processing_id: '7', $choice_acceptance_value: true, $choice_ts: 1 },
    },
  ],
  own: { of: ['the client'] },
};

/** Replacement values for any field: valid, almost valid and invalid ones. */
const replacements = fc.oneof(
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
  // The schema changes these.
  { weight: 3, arbitrary: fc.constantFrom<unknown>('1', '1700000000000', 12, 1606) },
  fc.constantFrom<unknown>('12x', '-1', '1e3', 'a b', 2 ** 53),
  fc.constantFrom<unknown>('a'.repeat(512), 'a'.repeat(513), '$set_user_choice', '$set_user_profile_properties'),
  fc.constantFrom<unknown>('USER_AGENT', 'USER_ACCOUNT', 'USER_EMAIL', 'ab'.repeat(32), crypto.randomUUID()),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The paths of all fields of a value, however deep. */
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
const paths = fc.constantFrom(...pathsOf(common).filter(({ length }) => length > 0), ...absent);

function withReplaced(value: unknown, [key, ...rest]: PropertyKey[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (typeof value !== 'object' || value === null) return value;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<PropertyKey, unknown>;
  copy[key] = withReplaced(copy[key], rest, replacement);
  return copy;
}

describe('a common activity', () => {
  it('is accepted without the schema', () => expect(isCommonActivity(common)).toBe(true));

  it('is exactly one that the schema accepts and does not change, for any values of its fields', () => {
    let accepted = 0;
    let changed = 0;
    const changes = fc.array(fc.tuple(paths, replacements), { maxLength: 3 });
    fc.assert(
      fc.property(changes, (list) => {
        const value = list.reduce<unknown>(
          (before, [path, replacement]) => withReplaced(before, path, replacement),
          common,
        );
        const result = UserActivity.safeParse(value);
        const isUnchanged = isDeepStrictEqual(result.data, value);
        expect(isCommonActivity(value)).toBe(isUnchanged);
        if (!result.success) return;
        if (isUnchanged) accepted += 1;
        else changed += 1;
        // Changed once, it is common.
        expect(isCommonActivity(result.data)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
    // Else the property has hardly been tested.
    expect(accepted).toBeGreaterThan(1_000);
    expect(changed).toBeGreaterThan(100);
  });
});
