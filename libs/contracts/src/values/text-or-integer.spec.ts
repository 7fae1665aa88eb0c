import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { explainIssue } from './explain-issue.js';
import { textOrInteger } from './text-or-integer.js';

const schema = textOrInteger().min(1).max(3);

describe('a text or an integer', () => {
  it.each([
    ['abc', 'abc'],
    ['12x', '12x'],
    [0, '0'],
    [999, '999'],
    [-12, '-12'],
    [-0, '0'],
  ])('reads %j as %j', (value, text) => expect(schema.parse(value)).toBe(text));

  // A number beyond 2^53 has lost its digits.
  it.each([undefined, null, '', 'abcd', 1000, -100, 1.5, NaN, 2 ** 53, true, [], {}])('refuses %j', (value) =>
    expect(schema.safeParse(value).success).toBe(false),
  );

  it('is required where it is absent', () =>
    expect(schema.safeParse(undefined, { error: explainIssue }).error?.issues[0]?.message).toBe('is required'));

  it('describes both', () =>
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({ type: ['string', 'integer'], maxLength: 3 }));
});
