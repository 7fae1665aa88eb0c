import { describe, expect, it } from '@jest/globals';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { isCommonActivity } from '@tributary/contracts/tracking/common-activity';
import { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { parseNamedSegment, parseSelector } from '@tributary/contracts/tracking/user-point-selector';
import { parseJson } from '@tributary/http/json-body';
import { parseExactly } from '@tributary/http/parse';
import { maxProfileBytes } from '@tributary/contracts/tracking/user-profile';
import { expectLinear } from '@tributary/testing/growth';
import { describeActivity } from '../src/activities/describe-activity.js';
import { daysOf, readActivity } from '../src/activities/validate-activities.js';
import { readEvents } from '../src/events/read-events.js';
import { assignUserPoints } from '../src/identity/assign-user-points.js';
import { withKeys } from '../src/identity/identity-claim.js';
import { applyUpdates } from '../src/profiles/apply-updates.js';
import { parseJsonObject, type JsonObject } from '../src/profiles/json-value.js';
import type { ProfileUpdate } from '../src/profiles/update-profile.js';
import { planDissociation } from '../src/user-points/plan-dissociation.js';

type Make = (size: number) => string;

const listOf = (value: string, size: number) =>
  Array<string>(Math.ceil(size / (value.length + 1)))
    .fill(value)
    .join(',');
const numbered = (size: number, name: (index: number) => string) =>
  Array.from({ length: Math.ceil(size / (name(10_000).length + 1)) }, (_, index) => name(index));
const spaces = (size: number) => ' '.repeat(size);
const escapes = (size: number) => '\\u0041\\ud83d\\ude00'.repeat(size / 18);

describe('the time to update a profile is linear in the size of the body', () => {
  const update = (properties: JsonObject, how: Partial<ProfileUpdate> = {}): ProfileUpdate => ({
    properties,
    strategy: 'PARTIAL_UPDATE',
    mergeObjects: false,
    ts: 2,
    ...how,
  });
  const remove = { strategy: 'PARTIAL_DELETE' } as const;
  const merge = { mergeObjects: true };
  const deep = (inner: string) => `${'{"a":'.repeat(30)}${inner}${'}'.repeat(30)}`;

  it.each<[string, Partial<ProfileUpdate>, Make, Make?]>([
    ['the digits of a removed number', remove, (size) => `{"a":[1${'0'.repeat(size)}1]}`],
    ['the zeros of a removed number', remove, (size) => `{"a":[1${'0'.repeat(size)}]}`],
    ['the digits of a fraction', remove, (size) => `{"a":[0.${'0'.repeat(size)}1${'0'.repeat(size)}]}`],
    ['removed exponents', remove, (size) => `{"a":[${listOf('1e999999999', size)}]}`],
    ['the exponent of a removed number', remove, (size) => `{"a":[1e${'9'.repeat(size)}]}`, () => '{"a":[1]}'],
    ['removed numbers of the greatest length', remove, (size) => `{"a":[${listOf(`1${'0'.repeat(4_095)}`, size)}]}`],
    [
      'removed elements of an array of as many',
      remove,
      (size) => `{"a":[${numbered(size, String).join(',')}]}`,
      (size) => `{"a":[${numbered(size, (index) => `${index}.0`).join(',')}]}`,
    ],
    [
      'removed objects of an array of as many',
      remove,
      (size) => `{"a":[${numbered(size, (index) => `{"b":${index},"a":[]}`).join(',')}]}`,
      (size) => `{"a":[${numbered(size, (index) => `{"a":[],"b":${index}}`).join(',')}]}`,
    ],
    ['removed keys', remove, (size) => deep(`{${numbered(size, (index) => `"${index}a":1`).join(',')}}`)],
    ['merged keys', merge, (size) => deep(`{${numbered(size, (index) => `"a${index}":{}`).join(',')}}`)],
    ['merged objects', merge, (size) => `{${numbered(size, (index) => `"a${index}":{"b":{"c":{}}}`).join(',')}}`],
    ['the same keys', merge, (size) => `{${listOf('"__proto__":{"constructor":{}}', size)}}`],
    ['numeric keys', merge, (size) => `{${numbered(size, (index) => `"${index * 1024}":1`).join(',')}}`],
    ['escapes', {}, (size) => `{"a":["${escapes(size)}"]}`],
    ['one string', {}, (size) => `{"a":"${'x'.repeat(size)}"}`],
  ])('with %s', async (_case, how, make, stored = make) => {
    await expectLinear({
      make: (size) => ({
        text: make(size),
        before: applyUpdates(undefined, [update(parseJsonObject(stored(size)), { ts: 1 })]).stored,
      }),
      run: ({ text, before }) => applyUpdates(before, [update(parseJsonObject(text), how)]),
      size: 512 * 1024,
    });
  });

  it.each<[string, (index: number) => string]>([
    ['many names', (index) => `"n${index}":1`],
    ['one name', () => '"n":1'],
  ])('with many writes of one activity to %s', async (_case, property) => {
    const make = (size: number) => {
      const event = (index: number) =>
        `{"$event_name":"$set_user_profile_properties","$properties":{"$user_account_id":"u",${property(index)}}}`;
      return `{"$events":[${numbered(size, event).join(',')}]}`;
    };
    const activity = { datamart_id: '1', received_ts: 1, identifiers: [], ts: '1', writesData: true };
    await expectLinear({
      make,
      run: (body) => {
        const { profiles } = readEvents({ activity: { ...activity, body }, user_point_id: 'p' });
        return applyUpdates(
          undefined,
          profiles.map((profile) => profile.update),
        );
      },
    });
  });

  it('with many writes to a profile that is nearly full', async () => {
    const before = applyUpdates(undefined, [update({ a: 'x'.repeat(maxProfileBytes - 1_000) })]).stored;
    const make = (size: number) =>
      numbered(size, (index) => `{"n${index}":1}`).map((text) => update(parseJsonObject(text)));
    await expectLinear({ make, run: (updates) => applyUpdates(before, updates) });
  });
});

const identifier = '{"$type":"USER_AGENT","$user_agent_id":"a"}';
const activity = (fields: string) => `{"$type":"SITE_VISIT","$user_identifiers":[${identifier}],${fields}}`;

describe('the time to read an activity is linear in its size', () => {
  it.each<[string, Make]>([
    ['a number of many digits', (size) => activity(`"n":1${'0'.repeat(size)}`)],
    ['a time with an exponent', (size) => activity(`"$ts":1e${'0'.repeat(4_000)}1,"n":[${listOf('1e400', size)}]`)],
    ['spaces as an agent', (size) => activity(`"$user_agent_id":"${spaces(size)}x"`)],
    ['spaces as an account', (size) => activity(`"$user_account_id":"x${spaces(size)}x"`)],
    ['zeros as an account', (size) => activity(`"$user_account_id":"${'0-'.repeat(size / 2)}x"`)],
    ['an e-mail', (size) => activity(`"$email_hash":{"$email":"${'a@'.repeat(size / 2)}"}`)],
    ['a hash', (size) => activity(`"$email_hash":{"$hash":"${'a'.repeat(size)}"}`)],
    ['a user agent', (size) => activity(`"$user_agent_info":{"$raw_value":"${'Mozilla/5.0 ('.repeat(size / 13)}"}`)],
    [
      'an origin',
      (size) => activity(`"$origin":{"$source":"${'https://a?'.repeat(size / 10)}","$channel":"\\ud83d\\ude00"}`),
    ],
    ['escapes', (size) => activity(`"$location":{"$city":"${escapes(size)}"}`)],
    [
      'many events',
      (size) => activity(`"$events":[${numbered(size, (index) => `{"$event_name":"e${index}"}`).join(',')}]`),
    ],
    ['events without a name', (size) => activity(`"$events":[${listOf('{}', size)}]`)],
    ['numbers as events', (size) => activity(`"$events":[${listOf('1', size)}]`)],
    ['invalid choices', (size) => activity(`"$events":[${listOf('{"$event_name":"$set_user_choice"}', size)}]`)],
    [
      'items',
      (size) =>
        activity(
          `"$events":[{"$event_name":"$transaction_confirmed","$properties":{"$items":[${listOf('{"$qty":1e-7,"$price":"9999999999.99999999999999"}', size)}]}}]`,
        ),
    ],
    [
      'transactions of many digits',
      (size) =>
        activity(
          `"$events":[${listOf(`{"$event_name":"$transaction_confirmed","$properties":{"$amount":"0${'0'.repeat(1_000)}.${'1'.repeat(1_000)}"}}`, size)}]`,
        ),
    ],
    [
      'many identifiers',
      (size) =>
        `{"$type":"x","$user_identifiers":[${numbered(size, (index) => `{"$type":"USER_AGENT","$user_agent_id":"a${index}"}`).join(',')}]}`,
    ],
    ['empty identifiers', (size) => `{"$type":"x","$user_identifiers":[${listOf('{}', size)}]}`],
    [
      'accounts, and events that look for one',
      (size) =>
        `{"$type":"x","$user_identifiers":[${numbered(size / 2, (index) => `{"$type":"USER_ACCOUNT","$user_account_id":"a","$compartment_id":"${index}"}`).join(',')}],"$events":[${listOf('{"$event_name":"$set_user_profile_properties","$properties":{"$compartment_id":"x"}}', size / 2)}]}`,
    ],
    ['integers for ids', (size) => activity(listOf('"$user_agent_id":1', size))],
    [
      'accounts that are integers, in events',
      (size) =>
        `{"$type":"x","$user_account_id":1,"$events":[${listOf('{"$event_name":"$set_user_profile_properties","$properties":{"$user_account_id":12345678901234567890}}', size)}]}`,
    ],
    [
      'junk accounts',
      (size) =>
        `{"$type":"x","$user_account_id":"u","$events":[${listOf('{"$event_name":"$set_user_profile_properties","$properties":{"$user_account_id":"null"}}', size)}]}`,
    ],
    ['fields that only the platform writes', (size) => activity(listOf('"$error_analyzer_id":1', size))],
    ['spaces after an id', (size) => `{"$type":"x","$user_agent_id":1,"_id"${' '.repeat(size)}:"x"}`],
    ['many keys', (size) => activity(numbered(size, (index) => `"k${index}":1`).join(','))],
    ['numeric keys', (size) => activity(numbered(size, (index) => `"${index * 1024}":1`).join(','))],
    ['one key', (size) => activity(listOf('"__proto__":null', size))],
    ['brackets', (size) => activity(`"a":${'['.repeat(size / 2)}${']'.repeat(size / 2)}`)],
  ])('with %s', async (_case, make) => {
    const dayOf = daysOf(Date.now(), 365);
    await expectLinear({
      make: (size) => Buffer.from(make(size)),
      run: (bytes) => {
        const { text: body, value } = parseJson(bytes);
        const sent = isCommonActivity(value) ? value : parseExactly(UserActivity, { text: body, value });
        const { identifiers } = identifiersOf(sent);
        const received = { datamart_id: '1', activity_id: 'x', received_ts: 1, identifiers, body };
        const read = readActivity(received, dayOf);
        if (typeof read !== 'string') readEvents({ activity: read, user_point_id: 'p' });
      },
    });
  });

  it('whose facts are the longest', async () => {
    const make = (size: number) => ({ $session_duration: -1, $user_agent_info: { $brand: 'x'.repeat(size) } });
    await expectLinear({ make, run: (value) => describeActivity(value, 1) });
  });
});

describe('the time to join identifiers is linear in their number', () => {
  const claim = (count: number) =>
    withKeys({
      datamart_id: '1',
      identifiers: Array.from({ length: count }, (_, index) => ({ type: 'USER_AGENT' as const, value: `a${index}` })),
    });
  const ownersOf = (keys: string[], pointOf: (index: number) => string) =>
    new Map(keys.map((key, index) => [key, pointOf(index)]));
  const point = (index: number) => String(index).padStart(10, '0');

  it.each<[string, (count: number) => (index: number) => string]>([
    ['each of an older point than the one before', (count) => (index) => point(count - index)],
    ['each of a younger point than the one before', () => point],
  ])('%s', async (_case, pointsOf) => {
    const make = (count: number) => {
      const claims = [claim(count)];
      return {
        claims,
        owners: ownersOf(claims[0]?.keys ?? [], pointsOf(count)),
        survivors: new Map(),
        sizes: new Map(),
      };
    };
    await expectLinear({
      make,
      run: ({ claims, ...snapshot }) => {
        const { merges } = assignUserPoints(claims, snapshot, { limit: Infinity, newId: () => 'new' });
        expect(merges).toHaveLength((claims[0]?.keys.length ?? 0) - 1);
      },
      size: 30_000,
    });
  });

  it('or to split them', async () => {
    const make = (count: number) => [claim(count)];
    await expectLinear({
      make,
      run: (groups) =>
        planDissociation(
          groups,
          ownersOf(groups[0]?.keys ?? [], () => 'p'),
          () => 'new',
        ),
      size: 30_000,
    });
  });
});

describe('the time to read a selector is linear in its length', () => {
  const size = 32 * 1024;
  it.each<[string, Make]>([
    ['spaces', (length) => `user_agent_id=${'%20'.repeat(length / 3)}x`],
    ['parts', (length) => `compartment_id=${',user_account_i'.repeat(length / 15)}`],
    ['accounts', (length) => `compartment_id=${',user_account_id='.repeat(length / 17)}`],
    ['encoded commas', (length) => `compartment_id%3D${'%2C'.repeat(length / 3)}`],
    ['capitals', (length) => `${'A'.repeat(length)}=1`],
    ['equals signs', (length) => '='.repeat(length)],
    ['invalid percent-encoding', (length) => '%F0%9F%98%80%'.repeat(length / 13)],
  ])('with %s', async (_case, make) => {
    // Repeated, so that the floor of the measurement does not hide anything.
    const run = (text: string) => {
      for (let count = 0; count < 50; count += 1)
        for (const read of [parseSelector, (one: string) => parseNamedSegment(one, 'user_account_id')])
          try {
            read(text);
          } catch {
            // Refused.
          }
    };
    await expectLinear({ make, run, size });
  });
});
