import { describe, expect, it } from '@jest/globals';
import { isCommonActivity } from '@tributary/contracts/tracking/common-activity';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { parseExactly } from '@tributary/http/parse';
import fc from 'fast-check';
import { daysOf, readActivity } from '../../src/activities/validate-activities.js';
import { readEvents } from '../../src/events/read-events.js';
import { writeJson } from '../../src/profiles/json-value.js';

const now = Date.parse('2026-03-01T12:00:00Z');

/** The effect of an activity on the platform, other than its text and its events, whose types are observed as they were sent. */
function effectOf(body: string) {
  const value: unknown = JSON.parse(body);
  // As the gateway reads it.
  const sent = isCommonActivity(value) ? value : parseExactly(UserActivity, { text: body, value });
  const { identifiers, junk } = identifiersOf(sent);
  const received = { datamart_id: '1', activity_id: 'a', received_ts: now, identifiers, body };
  const activity = readActivity(received, daysOf(now, 400));
  if (typeof activity === 'string') throw new Error(activity);
  const { profiles, choices } = readEvents({ activity, user_point_id: 'p' });
  return {
    junk,
    choices,
    activity: { ...activity, body: '', events: undefined },
    profiles: profiles.map(({ update: { properties, ...how }, ...key }) => ({
      ...key,
      ...how,
      properties: writeJson(properties),
    })),
  };
}

type Form = 'text' | 'number';
/** An activity as JSON text, its ids and times in one form or the other. */
type Write = (form: Form) => string;

const written =
  (digits: string): Write =>
  (form) =>
    form === 'text' ? `"${digits}"` : digits;
const id = fc
  .oneof(fc.nat(3), fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }))
  .map((integer) => written(String(integer)));
const time = fc
  .oneof(fc.integer({ min: now - 10 ** 9, max: now + 10 ** 9 }), fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }))
  .map((integer) => written(String(integer)));

const objectOf = (fields: Record<string, fc.Arbitrary<Write | undefined>>): fc.Arbitrary<Write> =>
  fc.record(fields).map((record) => (form) => {
    const members = Object.entries(record).flatMap(([name, write]) => (write ? [`"${name}":${write(form)}`] : []));
    return `{${members.join(',')}}`;
  });
const listOf = (element: fc.Arbitrary<Write>, minLength = 0): fc.Arbitrary<Write> =>
  fc
    .array(element, { minLength, maxLength: 3 })
    .map((list) => (form) => `[${list.map((write) => write(form)).join()}]`);
const constant = (value: unknown) => fc.constant<Write>(() => JSON.stringify(value));
const maybe = (write: fc.Arbitrary<Write>) => fc.option(write, { nil: undefined });

const identifier = fc.oneof(
  objectOf({ $type: constant('USER_ACCOUNT'), $user_account_id: id, $compartment_id: maybe(id) }),
  objectOf({ $type: constant('USER_AGENT'), $user_agent_id: id }),
);
const event = fc.oneof(
  objectOf({
    $event_name: constant('$set_user_profile_properties'),
    $ts: maybe(time),
    $properties: objectOf({
      $user_account_id: maybe(id),
      $compartment_id: maybe(id),
      $ts: maybe(time),
      own: constant(1),
    }),
  }),
  objectOf({
    $event_name: constant('$set_user_choice'),
    $ts: maybe(time),
    $properties: objectOf({ $processing_id: id, $choice_acceptance_value: constant(true), $choice_ts: maybe(time) }),
  }),
  objectOf({ $event_name: constant('$item_view'), $ts: maybe(time) }),
);
const activity = objectOf({
  $type: constant('SITE_VISIT'),
  $ts: maybe(time),
  // An account for the events that name none.
  $user_account_id: constant('u'),
  $compartment_id: maybe(id),
  $user_agent_id: maybe(id),
  $user_identifiers: maybe(listOf(identifier)),
  $location: maybe(objectOf({ $zip_code: id })),
  $events: maybe(listOf(event)),
});

describe('an activity with integers for ids and texts for times', () => {
  it('is of the same person, with the same facts, profiles and choices, as one with texts and numbers', () => {
    let differing = 0;
    fc.assert(
      fc.property(activity, (write) => {
        const [texts, numbers] = [write('text'), write('number')];
        if (texts !== numbers) differing += 1;
        expect(effectOf(numbers)).toEqual(effectOf(texts));
      }),
      { numRuns: 1_000 },
    );
    expect(differing).toBeGreaterThan(500);
  });
});
