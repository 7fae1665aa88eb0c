import { describe, expect, it } from '@jest/globals';
import { changedNumbers as changed, isChanged } from '@tributary/testing/changed-numbers';
import fc from 'fast-check';
import { inexact } from '@tributary/contracts/rules/json/json-object';
import { ExactNumber, parseJson } from './exact-json.js';

const roundTrip = (text: string) => JSON.stringify(parseJson(text));
const plainRoundTrip = (text: string) => JSON.stringify(JSON.parse(text));

const kept = fc.oneof(
  fc.constantFrom('0', '15', '-7', '1.5', '1e+300', '999999999999999', '9007199254740991'),
  fc.constantFrom('null', 'true', '"1.10"', '"-0 \\\\ 1e400"', '"\\ud800"', '"\u2028"', '[]', '{}'),
);
const key = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toJSON', '1.10'), fc.string());
const documentOf = (leaf: fc.Arbitrary<string>) =>
  fc.letrec<{ text: string }>((tie) => ({
    text: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('text'), { maxLength: 4 }).map((list) => `[${list.join()}]`),
      fc
        .uniqueArray(fc.tuple(key, tie('text')), { maxLength: 4, selector: ([name]) => name })
        // JavaScript moves the keys that are integers to the front.
        .map((members) => members.filter(([name]) => !/^\d+$/.test(name)))
        .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`),
    ),
  })).text;

function plain(value: unknown): unknown {
  if (value instanceof ExactNumber || typeof value !== 'object' || value === null) return inexact(value);
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

describe('parseJson', () => {
  it('keeps the text of each number, and each text, at any place', () =>
    fc.assert(
      fc.property(documentOf(fc.oneof(changed, kept)), (text) => expect(roundTrip(text)).toBe(text)),
      { numRuns: 1_000 },
    ));

  it('keeps what JSON.parse and JSON.stringify change', () =>
    fc.assert(
      fc.property(changed, (number) => {
        expect(isChanged(`[${number}]`)).toBe(true);
        expect(roundTrip(`[${number}]`)).toBe(`[${number}]`);
        expect(roundTrip(number)).toBe(number);
      }),
    ));

  it('reads the same values as JSON.parse', () =>
    fc.assert(
      fc.property(documentOf(fc.oneof(changed, kept)), (text) =>
        expect(plain(parseJson(text))).toEqual(JSON.parse(text)),
      ),
    ));

  it('lets the last of repeated keys win, as the server does', () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(changed, kept), { minLength: 1, maxLength: 4 }), (values) => {
        const text = `{${values.map((value) => `"a":${value}`).join()}}`;
        expect(roundTrip(text)).toBe(`{"a":${values.at(-1)}}`);
      }),
    ));

  it('makes plain numbers of all that a double keeps', () =>
    expect(parseJson('[1, 1.5, 1e+300, 9007199254740991, "1.10"]')).toEqual([1, 1.5, 1e300, 2 ** 53 - 1, '1.10']));

  it.each(['"\\u00e9\\/\\ud83d\\ude00"', '"\\ud800"', '"\u2028\u2029"', '{"\\u0061":"\\u0031.10","b":1.10}'])(
    'reads the escapes of %s as JSON.parse does',
    (text) => expect(JSON.stringify(parseJson(text))).toBe(plainRoundTrip(text).replace('"b":1.1', '"b":1.10')),
  );

  it('skips a byte order mark', () => expect(roundTrip('\uFEFF{"a":1.10}')).toBe('{"a":1.10}'));

  it.each(['', '{', '1.', '01', '[1.10', '\uFEFF\uFEFF1'])('refuses "%s"', (text) =>
    expect(() => parseJson(text)).toThrow(SyntaxError),
  );
});

describe('an ExactNumber', () => {
  it('calculates as a double', () => {
    const number = new ExactNumber('1.50');
    expect([Math.min(Number(number), 2), String(number), inexact(number)]).toEqual([1.5, '1.50', 1.5]);
  });

  it('stays exact where it is printed with others', () =>
    expect(JSON.stringify({ a: [new ExactNumber('1e400')] }, null, 1)).toBe('{\n "a": [\n  1e400\n ]\n}'));
});
