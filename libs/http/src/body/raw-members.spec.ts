import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rawElements, rawMembers, toJsonObject, withoutMembers } from './raw-members.js';

describe('the members of a JSON object', () => {
  it.each<[string, [string, string][]]>([
    ['{}', []],
    [' { } ', []],
    ['{"a":1}', [['a', '1']]],
    [
      '{"a": 12345678901234567890 , "b":[1,{"c":"]}\\""}]}',
      [
        ['a', '12345678901234567890'],
        ['b', '[1,{"c":"]}\\""}]'],
      ],
    ],
    ['{"a":"x","a":"y"}', [['a', '"y"']]],
    ['{"\\u0061":null}', [['a', 'null']]],
    ['{"a":{"b":1.0}}', [['a', '{"b":1.0}']]],
    ['{":":":"}', [[':', '":"']]],
    [
      '{"\\\\":"\\\\","b\\"":"\\\\\\""}',
      [
        ['\\', '"\\\\"'],
        ['b"', '"\\\\\\""'],
      ],
    ],
    ['{"":""}', [['', '""']]],
  ])('%s are %j', (object, expected) => expect([...rawMembers(object)]).toEqual(expected));

  it('can be joined to the same object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 1), (object, indent) => {
        const text = JSON.stringify(object, undefined, indent);
        expect(JSON.parse(toJsonObject(rawMembers(text)))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['{"a":1,"b": 12345678901234567890.10}', '{"b":12345678901234567890.10}'],
    ['{"a":1,"b":2,"a":3}', '{"b":2}'],
    ['{"\\u0061":1}', '{}'],
    ['{"b":{"a":1}}', '{"b":{"a":1}}'],
  ])('of %s without one of them are %s', (object, expected) =>
    expect(withoutMembers(rawMembers(object), ['a'])).toBe(expected),
  );
});

describe('the elements of a JSON array', () => {
  it.each<[string, string[]]>([
    ['[]', []],
    [' [ ] ', []],
    ['[1]', ['1']],
    [
      '[ 12345678901234567890 , {"a":"],"} ,[[]],"x\\"," , null]',
      ['12345678901234567890', '{"a":"],"}', '[[]]', '"x\\","', 'null'],
    ],
  ])('%s are %j', (array, expected) => expect(rawElements(array)).toEqual(expected));

  it('can be joined to the same array', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1), (array, indent) => {
        const text = JSON.stringify(array, undefined, indent);
        expect(JSON.parse(`[${rawElements(text).join(',')}]`)).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('a text that is no JSON', () => {
  it.each(['', 'x', '{', '{"a"', '{"a":1', '{"a":{', '[', '[1', '["a', 'null'])('has an end, too: %s', (text) => {
    expect(() => rawMembers(text)).toThrow(SyntaxError);
    expect(() => rawElements(text)).toThrow(SyntaxError);
  });
});
