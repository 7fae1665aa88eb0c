import { expect, it } from '@jest/globals';
import { identifierKey } from '@tributary/contracts/tracking/identifier';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { parseJson } from '@tributary/http/json-body';
import { parseExactly } from '@tributary/http/parse';
import fc from 'fast-check';
import { applyAnswer } from './apply-answer.js';
import { protectedFields } from './protected-fields.js';

type Json = Record<string, unknown>;
const parsed = (body: string) => parseExactly(UserActivity, parseJson(Buffer.from(body)));

const id = fc.constantFrom<unknown>('a', 'b', '0', 1, 42, '42', null);
const identifier = fc.oneof(
  fc.record({
    $type: fc.constant('USER_ACCOUNT'),
    $user_account_id: fc.constantFrom('a', 'b', '42'),
    $compartment_id: fc.constantFrom('1', '2', null),
  }),
  fc.record({ $type: fc.constant('USER_AGENT'), $user_agent_id: fc.constantFrom('a', 'b') }),
  fc.record({ $type: fc.constant('USER_EMAIL'), $email: fc.constantFrom('a@b.c', 'd@e.f') }),
);
const profileEvent = fc.record({
  $event_name: fc.constant('$set_user_profile_properties'),
  $properties: fc.record(
    { $user_account_id: id, $compartment_id: fc.constantFrom('1', '2', 1, null) },
    { requiredKeys: [] },
  ),
});
const event = fc.oneof(
  profileEvent,
  fc.record({ $event_name: fc.constantFrom('a', '$set_user_choice') }),
  fc.jsonValue(),
);

/** Plausible values of every protected field, and nonsense. */
const answerData = fc.record(
  {
    $type: fc.oneof({ weight: 9, arbitrary: fc.constant('T') }, { weight: 1, arbitrary: fc.jsonValue() }),
    $user_identifiers: fc.oneof(fc.array(identifier), fc.jsonValue()),
    $user_agent_id: id,
    $user_account_id: id,
    $compartment_id: id,
    $email_hash: fc.oneof(fc.constant({ $email: 'x@y.z' }), fc.jsonValue()),
    $ts: fc.oneof(fc.constant(7), fc.jsonValue()),
    $site_id: id,
    $unique_key: fc.jsonValue(),
    $received_ts: fc.jsonValue(),
    $error_analyzer_id: fc.jsonValue(),
    $is_bot: fc.jsonValue(),
    $events: fc.oneof(
      { weight: 4, arbitrary: fc.array(event, { maxLength: 3 }) },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
    more: fc.jsonValue(),
  },
  { requiredKeys: ['$type'] },
);
const acceptedBody = fc.record(
  {
    $type: fc.constant('T'),
    $user_identifiers: fc.array(identifier, { minLength: 1, maxLength: 3 }),
    $user_account_id: fc.constantFrom('a', 42),
    $ts: fc.constantFrom(7, '8', null),
    $site_id: fc.constantFrom('5', null),
    $unique_key: fc.constant('0190c2f0-0000-7000-8000-000000000000'),
  },
  { requiredKeys: ['$type', '$user_identifiers'] },
);

it('an answer names no other person and changes no protected field, or is invalid', () => {
  const seen = { analyzed: 0, invalid: 0, dropped: 0, withProfileEvent: 0 };
  fc.assert(
    fc.property(acceptedBody, fc.oneof(answerData, fc.jsonValue()), (original, data) => {
      const body = JSON.stringify(original);
      const { identifiers } = identifiersOf(parsed(body));
      const result = applyAnswer({ body, identifiers, received_ts: 9 }, JSON.stringify({ status: 'ok', data }));
      seen[result.kind] += 1;
      if (result.kind !== 'analyzed') return;
      const stored = JSON.parse(result.body) as Json;
      for (const field of protectedFields) expect(stored[field]).toEqual((original as Json)[field]);
      const accepted = new Set(identifiers.map(identifierKey));
      const named = identifiersOf(parsed(result.body)).identifiers.map(identifierKey);
      expect(named.filter((key) => !accepted.has(key))).toEqual([]);
      if (result.body.includes('$set_user_profile')) seen.withProfileEvent += 1;
    }),
    { numRuns: 5_000 },
  );
  // Else the property has hardly been tested.
  expect(Math.min(seen.analyzed, seen.invalid, seen.withProfileEvent)).toBeGreaterThan(30);
});

it('any text without an envelope is an invalid answer', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
      const activity = { body: '{"$type":"T","$user_agent_id":"a"}', identifiers: [], received_ts: 9 };
      expect(applyAnswer(activity, text).kind).toBe('invalid');
    }),
  );
});
