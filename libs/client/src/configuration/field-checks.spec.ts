import { describe, expect, it } from '@jest/globals';
import { parseJson } from '../exact-json.js';
import { aName, aNumber, anOrigin, aPositive, aTimeZone, listOf, oneOf, optional, type Check } from './field-checks.js';

const read = (check: Check, value: unknown) => {
  const problems: string[] = [];
  const stored = check(value, (message, part = '') => problems.push(`${part} ${message}`.trim()));
  return problems.length > 0 ? problems : stored;
};
const origins = listOf(anOrigin);

describe('a field', () => {
  it.each<[string, Check, unknown, unknown]>([
    ['a name', aName, 'Shop', 'Shop'],
    ['a number with decimals', aNumber({ min: 0 }), parseJson('1.50'), 1.5],
    ['null, where a value may be absent', optional(aName), null, null],
    [
      'origins, each once',
      origins,
      ['HTTPS://B.example:443', 'https://a.example', 'https://b.example'],
      ['https://a.example', 'https://b.example'],
    ],
    ['a list in its order', listOf(aName, { ordered: true }), ['b', 'a', 'b'], ['b', 'a']],
    ['a time zone', aTimeZone, 'Europe/Paris', 'Europe/Paris'],
  ])('takes %s', (_case, check, value, stored) => expect(read(check, value)).toEqual(stored));

  it.each<[string, Check, unknown, string]>([
    ['no name', aName, '', 'must be a text that is not empty'],
    ['a name that turns the text around', aName, 'a\u202eb', 'must not hold line breaks'],
    ['a name without end', aName, 'n'.repeat(256), 'is longer than 255'],
    ['null for a name', aName, null, 'must be a text'],
    ['a fraction of a millisecond', aNumber({ min: 0, integer: true }), 0.5, 'must be a whole number from 0 on'],
    ['no activities per second', aPositive, 0, 'must be a number above 0'],
    ['an abbreviation', aTimeZone, 'BST', 'must be a time zone'],
    ['another value', oneOf('A', 'B'), 'C', 'must be one of A, B'],
    ['a list with a bad value', origins, ['https://a.example', 'http://a.example'], '[1] must be https://'],
    ['a text for a list', origins, 'https://a.example', 'must be a list'],
  ])('refuses %s', (_case, check, value, problem) =>
    expect(read(check, value)).toEqual([expect.stringContaining(problem)]),
  );
});
