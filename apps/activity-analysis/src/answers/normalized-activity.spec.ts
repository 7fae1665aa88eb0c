import { expect, it } from '@jest/globals';
import { expectLinear } from '@tributary/testing/growth';
import { normalizedActivity } from './normalized-activity.js';

const received = 1_700_000_000_000;

it.each([
  ['no time and no events', '{"$type":"T"}', '{"$type":"T","$ts":1700000000000,"$events":[]}'],
  ['null for both', '{"$ts":null,"$events":null}', '{"$ts":1700000000000,"$events":[]}'],
  ['a time as text', '{"$ts":"0005","$events":[]}', '{"$ts":5,"$events":[]}'],
  [
    'an int64',
    '{"$ts":"9223372036854775807","n":12345678901234567890.10,"$events":[]}',
    '{"$ts":9223372036854775807,"n":12345678901234567890.10,"$events":[]}',
  ],
  [
    'events without time or properties',
    '{"$ts":7,"$events":[{"$event_name":"a"},{"$event_name":"b","$ts":null,"$properties":null}]}',
    '{"$ts":7,"$events":[{"$event_name":"a","$ts":7,"$properties":{}},{"$event_name":"b","$ts":7,"$properties":{}}]}',
  ],
  [
    'events with both',
    '{"$ts":7,"$events":[{"$event_name":"a","$ts":"8","$properties":{"n":123456789012345678901}}]}',
    '{"$ts":7,"$events":[{"$event_name":"a","$ts":8,"$properties":{"n":123456789012345678901}}]}',
  ],
  [
    'what the platform sets',
    '{"$unique_key":"k","$id":"i","$received_ts":1,"$error_analyzer_id":"9","$is_bot":true,"$ts":7,"$events":[]}',
    '{"$ts":7,"$events":[]}',
  ],
])('an activity with %s', (_case, body, expected) => expect(normalizedActivity(body, received)).toBe(expected));

it('takes time in proportion to the size', () => {
  const make = (size: number) =>
    `{"$events":[${Array(Math.ceil(size / 20))
      .fill('{"$event_name":"a"}')
      .join(',')}]}`;
  return expectLinear({ make, run: (text) => normalizedActivity(text, received) });
});
