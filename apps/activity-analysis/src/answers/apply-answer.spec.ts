import { describe, expect, it, jest } from '@jest/globals';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { junkExceptions } from '@tributary/contracts/tracking/junk';
import { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { maxBodyBytes } from '@tributary/contracts/rules/json/body-limits';
import { parseJson } from '@tributary/http/json-body';
import { parseExactly } from '@tributary/http/parse';
import { applyAnswer, maxValues } from './apply-answer.js';
import { normalizedActivity } from './normalized-activity.js';

type Json = Record<string, unknown>;
const received_ts = 1_700_000_000_000;

const account = { $type: 'USER_ACCOUNT', $compartment_id: '7', $user_account_id: 'u-1' };
const agent = { $type: 'USER_AGENT', $user_agent_id: 'web:1:abc' };
const basic = { $type: 'SITE_VISIT', $site_id: '5', $ts: 1_600_000_000_000, $user_identifiers: [account, agent] };

const accepted = (body: string | Json) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { identifiers } = identifiersOf(parseExactly(UserActivity, parseJson(Buffer.from(text))));
  return { body: text, received_ts, identifiers };
};
const okText = (data: string) => `{"status":"ok","data":${data}}`;
const apply = (body: string | Json, change: (sent: Json) => unknown) => {
  const activity = accepted(body);
  const sent = JSON.parse(normalizedActivity(activity.body, received_ts)) as Json;
  return applyAnswer(activity, okText(JSON.stringify(change(sent))));
};
const bodyOf = (result: ReturnType<typeof applyAnswer>) =>
  result.kind === 'analyzed' ? (JSON.parse(result.body) as Json) : result;

const invalid = { kind: 'invalid' };
const profileEvent = (properties: Json) => ({ $event_name: '$set_user_profile_properties', $properties: properties });

describe('an answer with the same activity changes nothing', () => {
  it.each<[string, string | Json]>([
    [
      'with all fields',
      { ...basic, $app_id: 'a', $ctv_id: 'c', $datamart_id: '9', $unique_key: '0190c2f0-0000-7000-8000-000000000000' },
    ],
    ['without time', { $type: 'TOUCH', $user_identifiers: [agent] }],
    [
      'with null in optional fields',
      { $type: 'TOUCH', $ts: null, $events: null, $site_id: null, $user_identifiers: [agent] },
    ],
    [
      'with the legacy identifiers',
      {
        $type: 'TOUCH',
        $user_agent_id: 'a',
        $user_account_id: 'u',
        $compartment_id: '1',
        $email_hash: { $email: 'a@b.c' },
      },
    ],
    ['with a time as text', { ...basic, $ts: '1600000000000' }],
    ['with numbers beyond 2^53', '{"$type":"T","$ts":9223372036854775807,"$user_account_id":12345678901234567890}'],
  ])('%s', (_case, body) => {
    const result = apply(body, (sent) => sent);
    expect(result).toMatchObject({ kind: 'analyzed', putBack: [] });
    const { $events: events, ...others } = bodyOf(result) as Json;
    const { $events: _events, ...original } = JSON.parse(accepted(body).body) as Json;
    expect(others).toEqual(original);
    expect(events).toEqual([]);
  });

  it('in other spelling and order', () => {
    const body = {
      ...basic,
      $user_identifiers: [
        { ...account, $user_account_id: '42' },
        { $type: 'USER_EMAIL', $hash: 'AB' },
      ],
    };
    const respelled = {
      $ts: '1600000000000',
      $user_identifiers: [
        { $hash: 'ab', $type: 'USER_EMAIL' },
        { $user_account_id: 42, $compartment_id: 7, $type: 'USER_ACCOUNT', x: null },
      ],
      $app_id: null,
    };
    expect(apply(body, (sent) => ({ ...sent, ...respelled }))).toMatchObject({ kind: 'analyzed', putBack: [] });
  });

  it('and numbers beyond 2^53 keep their digits in what is put back', () => {
    const body = '{"$type":"T","$ts":9223372036854775807,"$user_account_id":12345678901234567890}';
    const result = apply(body, (sent) => sent);
    expect(result.kind === 'analyzed' && result.body).toBe(
      '{"$type":"T","$ts":9223372036854775807,"$user_account_id":12345678901234567890,"$events":[]}',
    );
  });
});

describe('an answer may change', () => {
  it.each<[string, Json]>([
    ['events', { $events: [{ $event_name: 'added', $properties: { by: 'plugin' } }] }],
    ['no events', { $events: [] }],
    ['the type', { $type: 'OTHER' }],
    [
      'other fields',
      { $session_status: 'IN_SESSION', $origin: { $channel: 'c' }, $location: { $city: 'x' }, processed_by: 'p' },
    ],
  ])('%s', (_case, change) => {
    const result = apply(basic, (sent) => ({ ...sent, ...change }));
    expect(result).toMatchObject({ kind: 'analyzed', putBack: [] });
    expect(bodyOf(result)).toMatchObject(change);
  });

  it('what is absent in the answer is gone, also the events', () => {
    const result = apply(
      { ...basic, custom: 1, $events: [{ $event_name: 'a' }] },
      ({ custom: _c, $events: _e, ...sent }) => sent,
    );
    expect(bodyOf(result)).toEqual(basic);
  });

  it('numbers beyond 2^53, digit by digit', () => {
    const answer = okText('{"$type":"T","n":12345678901234567890.10}');
    const result = applyAnswer(accepted({ $type: 'T', $user_agent_id: 'a' }), answer);
    expect(result.kind === 'analyzed' && result.body).toBe(
      '{"$type":"T","n":12345678901234567890.10,"$user_agent_id":"a"}',
    );
  });
});

describe('an answer never changes', () => {
  const key = '0190c2f0-0000-7000-8000-000000000000';
  const whole = { ...basic, $unique_key: key, $email_hash: { $hash: 'abc' } };
  it.each<[string, unknown]>([
    ['$user_identifiers', [{ ...account, $user_account_id: 'other' }]],
    ['$user_identifiers', [account, agent, { $type: 'USER_AGENT', $user_agent_id: 'b' }]],
    ['$user_identifiers', [account]],
    ['$user_identifiers', undefined],
    ['$user_identifiers', 'text'],
    ['$user_agent_id', 'other'],
    ['$user_account_id', 12],
    ['$compartment_id', '8'],
    ['$email_hash', { $hash: 'other' }],
    ['$ts', 1],
    ['$ts', undefined],
    ['$ts', { deep: true }],
    ['$site_id', '6'],
    ['$app_id', '6'],
    ['$ctv_id', '6'],
    ['$datamart_id', '6'],
    ['$unique_key', '0190c2f0-0000-7000-8000-000000000001'],
    ['$id', 'x'],
    ['$received_ts', 5],
    ['$error_analyzer_id', '5'],
    ['$is_bot', true],
  ])('%s (%j)', (field, value) => {
    const result = apply(whole, (sent) => ({ ...sent, [field]: value }));
    expect(result).toMatchObject({ kind: 'analyzed', putBack: [field] });
    expect(bodyOf(result)).toEqual({ ...whole, $events: [] });
  });

  it('the time of an activity that was sent without one', () => {
    const result = apply({ $type: 'T', $user_agent_id: 'a' }, (sent) => ({ ...sent, $ts: 5 }));
    expect(result).toMatchObject({ putBack: ['$ts'] });
    expect(bodyOf(result)).not.toHaveProperty('$ts');
  });

  it('a field through a repeated member or an escaped name', () => {
    const answer = okText('{"$type":"T","$user_agent_id":"a","\\u0024user_agent_id":"b","$user_agent_id":"c"}');
    const result = applyAnswer(accepted({ $type: 'T', $user_agent_id: 'a' }), answer);
    expect(result).toMatchObject({ body: '{"$type":"T","$user_agent_id":"a"}', putBack: ['$user_agent_id'] });
  });

  it('to have an $error_analyzer_id that its client sent', () => {
    expect(bodyOf(apply({ ...basic, $error_analyzer_id: '1' }, (sent) => sent))).toEqual({ ...basic, $events: [] });
  });
});

describe('a profile event', () => {
  const changed = (body: Json, properties: Json) =>
    apply(body, (sent) => ({ ...sent, $events: [profileEvent(properties)] }));

  it.each<[string, Json, Json]>([
    ['no account, of an activity with one', basic, {}],
    ['the account of the activity', basic, { $compartment_id: '7', $user_account_id: 'u-1' }],
    [
      'its account as integers',
      { ...basic, $user_identifiers: [{ ...account, $user_account_id: '42' }] },
      { $compartment_id: 7, $user_account_id: 42 },
    ],
    ['a junk account', basic, { $user_account_id: '0' }],
    [
      'the account of a profile event that is gone',
      { $type: 'T', $user_agent_id: 'a', $events: [profileEvent({ $user_account_id: 'p' })] },
      { $user_account_id: 'p' },
    ],
  ])('may name %s', (_case, body, properties) =>
    expect(changed(body, properties)).toMatchObject({ kind: 'analyzed', putBack: [] }),
  );

  it.each<[string, Json, Json]>([
    ['another account', basic, { $compartment_id: '7', $user_account_id: 'u-2' }],
    ['its account in another compartment', basic, { $compartment_id: '8', $user_account_id: 'u-1' }],
    ['its account in the default compartment', basic, { $user_account_id: 'u-1' }],
    ['no account, if the activity has none', { $type: 'T', $user_agent_id: 'a' }, {}],
  ])('may not name %s', (_case, body, properties) => expect(changed(body, properties)).toEqual(invalid));

  it('may go, even if nothing else names its account', () => {
    const body = { $type: 'T', $events: [profileEvent({ $user_account_id: 'p' })] };
    expect(bodyOf(apply(body, (sent) => ({ ...sent, $events: [] })))).toEqual({ $type: 'T', $events: [] });
  });
});

describe('an answer is invalid', () => {
  it.each<[string, unknown]>([
    ['without type', { $type: undefined }],
    ['with an event without name', { $events: [{ $properties: {} }] }],
    ['with an invalid choice', { $events: [{ $event_name: '$set_user_choice', $properties: {} }] }],
    ['with events that are no list', { $events: {} }],
    ['with U+0000', { text: '\0' }],
    ['with half a surrogate pair', { text: '\ud800' }],
    ['with more than 1 MiB', { text: 'x'.repeat(maxBodyBytes) }],
    ['nested deeper than 32 levels', { deep: JSON.parse('['.repeat(32) + ']'.repeat(32)) as unknown }],
  ])('%s', (_case, change) => {
    expect(apply(basic, (sent) => ({ ...sent, ...(change as Json) }))).toEqual(invalid);
  });

  it.each([
    ['', ''],
    ['no JSON', '<html>'],
    ['no object', '[]'],
    ['no data', '{"status":"ok"}'],
    ['null as data', okText('null')],
    ['a list as data', okText('[]')],
    ['an error', '{"status":"error","data":{"$type":"T"}}'],
    ['no status', '{"data":{"$type":"T"}}'],
    ['a million brackets', okText(`{"$user_identifiers":${'['.repeat(500_000)}${']'.repeat(500_000)}}`)],
    ['a long number', okText(`{"$type":"T","n":${'1'.repeat(5_000)}}`)],
  ])('with %s', (_case, text) => expect(applyAnswer(accepted(basic), text)).toEqual(invalid));

  it('but is valid with 32 levels and almost 1 MiB', () => {
    const change = {
      deep: JSON.parse('['.repeat(31) + ']'.repeat(31)) as unknown,
      text: 'x'.repeat(maxBodyBytes - 500),
    };
    expect(apply(basic, (sent) => ({ ...sent, ...change }))).toMatchObject({ kind: 'analyzed' });
  });

  it('but is valid with 20,000 values in it', () => {
    const many = (count: number) => ({ many: Array.from({ length: count }, (_, n) => ({ [`key ${n}`]: n })) });
    expect(apply(basic, (sent) => ({ ...sent, ...many(maxValues / 2 - 20) }))).toMatchObject({ kind: 'analyzed' });
    expect(apply(basic, (sent) => ({ ...sent, ...many(maxValues / 2) }))).toEqual(invalid);
    // A client has sent as many.
    expect(apply({ ...basic, ...many(maxValues) }, (sent) => sent)).toMatchObject({ kind: 'analyzed' });
  });

  const list = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n)).join();
  it.each([
    ['150,000 keys', okText(`{"$type":"T",${list(150_000, (n) => `"k${n}":1`)}}`)],
    ['150,000 keys beside the data', `{"status":"drop",${list(150_000, (n) => `"k${n}":1`)}}`],
    ['900,000 brackets', okText(`{"$type":"T","x":[${list(30_000, () => '['.repeat(15) + ']'.repeat(15))}]}`)],
  ])('with %s, which is not parsed', (_case, text) => {
    const sent = accepted(basic);
    const parse = jest.spyOn(JSON, 'parse');
    try {
      expect(applyAnswer(sent, text)).toEqual(invalid);
      expect(parse).not.toHaveBeenCalled();
      // (control) Another invalid answer is.
      expect(applyAnswer(sent, okText('[]'))).toEqual(invalid);
      expect(parse).toHaveBeenCalledWith(okText('[]'));
    } finally {
      parse.mockRestore();
    }
  });
});

it('a drop needs no data', () => {
  expect(applyAnswer(accepted(basic), '{"status":"drop","data":5}')).toEqual({ kind: 'dropped' });
});

it('a chain puts the same fields back as its first analyzer', () => {
  const first = apply({ ...basic, $ts: null }, (sent) => ({ ...sent, one: 1, $ts: 7 }));
  if (first.kind !== 'analyzed') throw new Error(first.kind);
  const second = apply(first.body, (sent) => ({ ...sent, two: 2 }));
  expect(second).toMatchObject({ putBack: [] });
  expect(bodyOf(second)).toEqual({ ...basic, $ts: null, $events: [], one: 1, two: 2 });
});

it('a word of the junk list that the activity was accepted with identifies its person', () => {
  const guest = { $type: 'USER_ACCOUNT', $compartment_id: '7', $user_account_id: 'guest' };
  const body = JSON.stringify({ $type: 'TOUCH', $user_identifiers: [guest] });
  const { identifiers } = identifiersOf(
    parseExactly(UserActivity, parseJson(Buffer.from(body))),
    junkExceptions(['guest']),
  );
  const activity = { body, received_ts, identifiers };
  expect(applyAnswer(activity, okText(normalizedActivity(body, received_ts)))).toMatchObject({ kind: 'analyzed' });
  // (control) An answer that names another identifier is invalid.
  const other = JSON.stringify({ $type: 'TOUCH', $user_identifiers: [agent] });
  expect(applyAnswer({ ...activity, body: other, identifiers: [] }, okText(other))).toEqual(invalid);
});
