import { describe, expect, it } from '@jest/globals';
import { timeFields } from '@tributary/contracts/values/number-or-decimal';
import { textOrIntegerFields } from '@tributary/contracts/values/text-or-integer';
import fc from 'fast-check';
import { isLosslessNumber, parse } from 'lossless-json';
import { withExactIntegers } from './exact-integers.js';

const read = (text: string) => withExactIntegers({ text, value: JSON.parse(text) });

describe('exact integers', () => {
  it.each<[string, unknown]>([
    ['{"$compartment_id":1606}', { $compartment_id: '1606' }],
    ['{"$compartment_id" : 0 }', { $compartment_id: '0' }],
    ['{"a":[{"user_account_id":9007199254740993}]}', { a: [{ user_account_id: '9007199254740993' }] }],
    ['{"$location":{"$zip_code":12345678901234567890123}}', { $location: { $zip_code: '12345678901234567890123' } }],
    ['{"$zip_code":-1}', { $zip_code: '-1' }],
    ['{"$zip_code":-9007199254740993}', { $zip_code: '-9007199254740993' }],
    ['{"$zip_code":-0}', { $zip_code: '0' }],
    ['{"$zip_code":1.0}', { $zip_code: NaN }],
    ['{"$zip_code":1e3}', { $zip_code: NaN }],
    ['{"$zip_code":1E400}', { $zip_code: NaN }],
    ['{"\\u0024zip_code":7}', { $zip_code: '7' }],
    // Other fields, and other values.
    ['{"$ts":5,"$app_id":6,"segment":7,"$zip_code":"8"}', { $ts: 5, $app_id: 6, segment: 7, $zip_code: '8' }],
    // Times that a double may round to 2^63.
    ['{"a":[{"$choice_ts" : 9223372036854775808}]}', { a: [{ $choice_ts: '9223372036854775808' }] }],
    ['{"$ts":9223372036854775807,"ts":9223372036854775807}', { $ts: '9223372036854775807', ts: 2 ** 63 }],
    [
      '{"$ts":1.234567890123456789,"expiration_ts":1234567890.12345678}',
      { $ts: 1.2345678901234568, expiration_ts: 1234567890.1234567 },
    ],
    ['{"$zip_code":[1,{"a":2}]}', { $zip_code: [1, { a: 2 }] }],
    ['{"s":"\\"$zip_code\\":5","$zip_code":null}', { s: '"$zip_code":5', $zip_code: null }],
    ['5', 5],
    // The last of repeated members counts.
    ['{"$zip_code":5,"$zip_code":5.0}', { $zip_code: NaN }],
    ['{"$zip_code":5.0,"$zip_code":5}', { $zip_code: '5' }],
    ['{"$zip_code":5,"$zip_code":"x"}', { $zip_code: 'x' }],
    ['{"$zip_code":1e3,"$zip_code":{"$zip_code":7}}', { $zip_code: { $zip_code: '7' } }],
    ['{"a":[{"$zip_code":5},{"$zip_code":6}],"a":[{"$zip_code":7.5}]}', { a: [{ $zip_code: NaN }] }],
    ['{"__proto__":{"$zip_code":5},"$zip_code":6}', JSON.parse('{"__proto__":{"$zip_code":"5"},"$zip_code":"6"}')],
  ])('of %s', (text, expected) => expect(read(text)).toEqual(expected));

  it('are the digits as sent, at any place of any value', () => {
    const names = [...textOrIntegerFields, ...timeFields] as string[];
    const name = fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary' }));
    const number = fc.oneof(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
      fc.bigInt({ min: 10n ** 18n, max: 10n ** 19n }).map(String),
      fc.constantFrom('-3', '1e3', '2.50'),
    );
    const { text: anyText } = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { maxDepth: 4 },
        number,
        fc.constantFrom('null', '"1"', '"\\u0024zip_code\\":5"'),
        fc.array(tie('text'), { maxLength: 4 }).map((list) => `[${list.join(' ,')}]`),
        fc.array(fc.tuple(name, tie('text')), { maxLength: 4 }).map(toObject),
      ),
    }));
    fc.assert(
      fc.property(anyText, (text) => expect(read(text)).toEqual(expectedOf(parse(text, undefined, lastWins)))),
      { numRuns: 2_000 },
    );
  });
});

const toObject = (members: [string, string][]) =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)} :\n${value}`).join()}}`;
const lastWins = { onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue };

/** The definition: of a value whose numbers are as sent. */
function expectedOf(value: unknown, name?: string): unknown {
  if (isLosslessNumber(value)) {
    if (timeFields.has(name) && /^\d{19}$/.test(value.value)) return value.value;
    if (!textOrIntegerFields.has(name)) return Number(value.value);
    return /^-?\d+$/.test(value.value) ? value.value.replace(/^-0$/, '0') : NaN;
  }
  if (Array.isArray(value)) return value.map((element) => expectedOf(element));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expectedOf(inner, key)]));
}
