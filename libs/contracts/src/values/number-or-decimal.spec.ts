import { describe, expect, it } from '@jest/globals';
import { explainIssue } from './explain-issue.js';
import { numberOrDecimal, readNumber } from './number-or-decimal.js';

const schema = numberOrDecimal('must be a number');

describe('a number or a decimal text', () => {
  it.each([
    [5, 5],
    [1.5, 1.5],
    ['0', 0],
    ['1700000000000', 1_700_000_000_000],
    ['9223372036854775807', 2 ** 63 - 1_024],
  ])('reads %j as %d', (value, number) => {
    expect(schema.parse(value)).toBe(number);
    expect(readNumber(value)).toBe(number);
  });

  it.each([
    '',
    ' 1',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x1',
    '12x',
    '9'.repeat(20),
    '9223372036854775808',
    null,
    true,
    {},
    [],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).error?.issues[0]?.message).toBe('must be a number');
    expect(readNumber(value)).toBeUndefined();
  });

  it('is required where it is absent', () =>
    expect(schema.safeParse(undefined, { error: explainIssue }).error?.issues[0]?.message).toBe('is required'));
});
