import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isUnfinishedJson } from './is-unfinished-json.js';

describe('an unfinished JSON text', () => {
  it.each(['{', '[', ' [', '{"a":1,', '{"a":{"b":[1]}', '["a]", {}', '{"a":"\\"}"', '[{"a":1},'])('is %s', (text) =>
    expect(isUnfinishedJson(text)).toBe(true),
  );

  it.each(['', 'a,b', '"{"', '{}', '[1]', '{}}', '}{', '{"a":"[{"}', '{a}', '{"a":"\\""}', '1'])('is not %s', (text) =>
    expect(isUnfinishedJson(text)).toBe(false),
  );

  it('is every beginning of an object or an array, and no whole one', () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (value, part) => {
          const text = JSON.stringify(value);
          expect(isUnfinishedJson(text)).toBe(false);
          const end = 1 + Math.floor(part * (text.length - 2));
          expect(isUnfinishedJson(text.slice(0, end))).toBe(true);
        },
      ),
    ));
});
