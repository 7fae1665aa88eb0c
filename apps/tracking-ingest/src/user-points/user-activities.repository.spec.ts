import { describe, expect, it } from '@jest/globals';
import { asStored } from './user-activities.repository.js';

const id = '0191f7a0-0000-7000-8000-000000000001';

describe('asStored', () => {
  it.each([
    ['{"$type":"TOUCH"}', `{"$type":"TOUCH","$id":"${id}","$received_ts":7}`],
    [' {\n "n": 12345678901234567890.10 }\n', `{"n": 12345678901234567890.10,"$id":"${id}","$received_ts":7}`],
    ['{ }', `{"$id":"${id}","$received_ts":7}`],
    ['{"s":"}"}', `{"s":"}","$id":"${id}","$received_ts":7}`],
  ])('adds to %j', (body, expected) => expect(asStored(body, id, 7)).toBe(expected));

  it('overrides fields of these names that the client sent', () =>
    expect(JSON.parse(asStored('{"$id":"x","$received_ts":1}', id, 7))).toEqual({ $id: id, $received_ts: 7 }));
});
