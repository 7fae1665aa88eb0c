import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maxBodyDepth } from '@tributary/contracts/rules/json/body-limits';
import { fieldPath, parseJson } from './json-body.js';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const parse = (text: string) => parseJson(Buffer.from(text)).value;

describe('parseJson', () => {
  it('parses the output of JSON.stringify and keeps the text as sent', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value, null, 1);
        expect(parseJson(Buffer.from(text))).toEqual({ text, value: JSON.parse(text) as unknown });
      }),
    );
  });

  it.each([
    ['incomplete JSON', Buffer.from('{"a":')],
    ['an empty body', Buffer.from('')],
    ['Latin-1', Buffer.from([0x22, 0xe9, 0x22])],
    ['a raw control character', Buffer.from('"\u0000"')],
  ])('refuses %s with BAD_REQUEST_FORMAT', (_case, bytes) => {
    expect(() => parseJson(bytes)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST_FORMAT' }));
  });

  it.each([
    ['U+0000 in a string', '{"a":{"b":["x\\u0000"]}}', 'a.b[0]'],
    ['half a surrogate pair', '{"a":"\\ud83d"}', 'a'],
    ['U+0000 in a key', '{"a":{"\\u0000":1}}', 'a'],
    ['depth 33', nested(maxBodyDepth + 1), 'nested deeper than 32'],
    [
      'depth 33 in a member that another one replaces',
      `{"a":${nested(maxBodyDepth)},"a":1}`,
      'body: nested deeper than 32',
    ],
    ['U+0000 in a member that another one replaces', '{"a":"\\u0000","a":1}', 'body: holds U+0000'],
    ['half a surrogate pair in such a member', '{"a":"\\ude00","a":1}', 'body: holds U+0000'],
  ])('refuses %s with BAD_REQUEST_DATA and names the field', (_case, text, field) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST_DATA', message: expect.stringContaining(field) }),
    );
  });

  it.each([
    ['depth 32', nested(maxBodyDepth)],
    ['an escaped backslash before u0000', '"\\\\u0000"'],
    ['a whole surrogate pair, escaped', '"\\ud83d\\ude00"'],
    ['an escaped character', '"\\u00e9"'],
  ])('accepts %s', (_case, text) => expect(parse(text)).toEqual(JSON.parse(text)));

  it('takes another depth', () => {
    expect(parseJson(Buffer.from(nested(40)), 40).value).toEqual(JSON.parse(nested(40)));
    expect(() => parseJson(Buffer.from(nested(41)), 40)).toThrow('deeper than 40 levels');
  });

  it.each(['{"a":"private"}}', '{"a":private}', '"private', 'private'])(
    'does not quote the body %s in the error',
    (text) => {
      expect(() => parse(text)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('priv') }));
    },
  );

  it('does not overflow the stack on a megabyte of brackets', () => {
    expect(() => parse(nested(500_000))).toThrow(expect.objectContaining({ code: 'BAD_REQUEST_DATA' }));
  });
});

describe('fieldPath', () => {
  it.each([
    [['$events', 0, '$event_name'], '$events[0].$event_name'],
    [['metrics', 10], 'metrics[10]'],
    [[], 'body'],
  ])('formats %j', (path, text) => expect(fieldPath(path)).toBe(text));
});
