import { describe, expect, it } from '@jest/globals';
import { canonicalJson, parseJson, parseJsonObject, writeJson } from './json-value.js';

const canonical = (text: string) => canonicalJson(parseJson(text));

describe('JSON', () => {
  it.each([
    '12345678901234567890.10',
    '1.0',
    '-0',
    '1e400',
    '"\\u0007é☕"',
    '[1,[],{}]',
    '{"b":1,"a":{"__proto__":null}}',
  ])('comes out as it went in: %s', (text) => expect(writeJson(parseJson(text))).toBe(text));

  it('keeps the last of equal keys', () => expect(writeJson(parseJson('{"a":1,"a":[2]}'))).toBe('{"a":[2]}'));

  it.each(['[]', '1', 'null', '"x"', '{', ''])('is no object: %s', (text) => {
    expect(() => parseJsonObject(text)).toThrow(SyntaxError);
  });
});

describe('canonicalJson', () => {
  it.each([
    ['1', '1.0'],
    ['-120.50', '-1.205e2'],
    ['0', '-0.00e7'],
    ['0.001', '1E-3'],
    ['1e400', '10e399'],
    ['{"a":1,"b":[true,null]}', '{"b":[true,null],"a":1e0}'],
  ])('is the same for %s and %s', (a, b) => expect(canonical(a)).toBe(canonical(b)));

  it.each([
    ['1', '"1"'],
    ['1', '-1'],
    ['12345678901234567890', '12345678901234567891'],
    ['[1,2]', '[2,1]'],
    ['{"a":1}', '{"a":1,"b":1}'],
    ['null', '"null"'],
    ['[]', '{}'],
  ])('differs for %s and %s', (a, b) => expect(canonical(a)).not.toBe(canonical(b)));
});
