import { describe, expect, it } from '@jest/globals';
import { asStored } from './stored-activity.js';

const activity_id = '0191f7a0-0000-7000-8000-000000000001';
const row = { activity_id, received_ts: '7', ts: '5' };
const own = `"$id":"${activity_id}","$received_ts":7`;

describe('asStored', () => {
  it.each([
    ['{"$ts":5,"$type":"TOUCH"}', `{"$ts":5,"$type":"TOUCH",${own}}`],
    ['{"$type":"TOUCH"}', `{"$type":"TOUCH","$ts":5,${own}}`],
    [' {\n "n": 12345678901234567890.10 }\n', `{"n": 12345678901234567890.10,"$ts":5,${own}}`],
    ['{ }', `{"$ts":5,${own}}`],
    ['{"$ts":5,"s":"}"}', `{"$ts":5,"s":"}",${own}}`],
    ['{"$ts":"5","n": 1.0}', `{"n":1.0,"$ts":5,${own}}`],
    ['{"n":1,"$ts":null}', `{"n":1,"$ts":5,${own}}`],
    ['{"$ts":"9007199254740993"}', `{"$ts":9007199254740993,${own}}`],
    ['{"$ts":"007"}', `{"$ts":7,${own}}`],
    [
      '{"$ts":5,"$events":[ {"$ts":"007", "n": 1.0},{"$event_name":"a","$ts": 3 },{"$ts":"9007199254740993"} ]}',
      `{"$ts":5,"$events":[{"$ts":7,"n":1.0},{"$event_name":"a","$ts": 3 },{"$ts":9007199254740993}],${own}}`,
    ],
    [
      '{"$ts":5,"$events":[{"$ts": 3, "$properties":{"$ts":"4"} }]}',
      `{"$ts":5,"$events":[{"$ts": 3, "$properties":{"$ts":"4"} }],${own}}`,
    ],
    ['{"$id":"x","$ts":5, "$received_ts":1}', `{"$ts":5,${own}}`],
  ])('adds to %j', (body, expected) => expect(asStored(body, row)).toBe(expected));

  it('overrides fields of these names that the client sent', () => {
    const expected = { $id: activity_id, $received_ts: 7, $ts: 5 };
    expect(JSON.parse(asStored('{"$id":"x","$received_ts":1,"$ts":null}', row))).toEqual(expected);
  });

  it('keeps a time beyond 2^53 as it was sent', () =>
    expect(asStored('{"$ts":9223372036854775807}', { ...row, ts: '9223372036854775807' })).toBe(
      `{"$ts":9223372036854775807,${own}}`,
    ));
});
