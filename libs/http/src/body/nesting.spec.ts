import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isDeeperThan, valuesIn } from './nesting.js';

/** The definition. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

/** Members and elements at all depths. */
const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + 1 + countValues(inner), 0)
    : 0;

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom<unknown>(null, true, -1.5e-7, '', '"', '\\', '\\"', '[{', '}]', 'é{', '😀"['),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom('{', '"[', '\\', ''), fc.string()), tie('value'), { maxKeys: 3 }),
  ),
})).value;

describe('the depth of a JSON text', () => {
  it('is that of its value, for any value and white space', () => {
    let nested = 0;
    fc.assert(
      fc.property(json, fc.constantFrom('', ' ', '\t'), (value, indent) => {
        const bytes = Buffer.from(JSON.stringify(value, undefined, indent));
        const depth = depthOf(value);
        if (depth > 2) nested += 1;
        expect(isDeeperThan(bytes, depth)).toBe(false);
        if (depth > 0) expect(isDeeperThan(bytes, depth - 1)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    // Else the property has hardly been tested.
    expect(nested).toBeGreaterThan(50);
  });

  it.each([
    ['brackets in strings', '["[[{{","]}"]', 1],
    ['brackets in keys', '{"[[{":1}', 1],
    ['an escaped quote', '["\\"[[[",{}]', 2],
    ['a backslash at the end of a string', '["\\\\",[["]"]]]', 3],
    ['an escape that begins with the code of a quote', '["\\u0022[[["]', 1],
    ['a member that is replaced', '{"a":[[]],"a":1}', 3],
  ])('counts with %s', (_case, text, depth) => {
    expect(isDeeperThan(Buffer.from(text), depth)).toBe(false);
    expect(isDeeperThan(Buffer.from(text), depth - 1)).toBe(true);
  });

  it('of a megabyte is found without recursion', () => {
    expect(isDeeperThan(Buffer.from('['.repeat(1_000_000)), 999_999)).toBe(true);
  });
});

describe('the values in a JSON text', () => {
  it('are all counted, and empty objects and arrays once more', () => {
    let many = 0;
    fc.assert(
      fc.property(json, fc.constantFrom('', ' '), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const values = countValues(value);
        if (values > 3) many += 1;
        expect(valuesIn(Buffer.from(text))).toBeGreaterThanOrEqual(values);
        const empty = JSON.stringify(value, (_key, inner: unknown) => (countValues(inner) > 0 ? inner : 0));
        expect(valuesIn(Buffer.from(empty))).toBeLessThanOrEqual(values);
      }),
      { numRuns: 2_000 },
    );
    // Else the property has hardly been tested.
    expect(many).toBeGreaterThan(50);
  });

  it.each([
    ['text', '', 0],
    ['a string', '"[,{"', 0],
    ['an open string', '[",,,,', 1],
    ['a string that ends with a backslash', ',"\\', 1],
    ['brackets only', '['.repeat(1_000_000), 1_000_000],
    ['commas only', ','.repeat(10), 10],
  ])('of %s that is no JSON are counted, too', (_case, text, values) => {
    expect(valuesIn(Buffer.from(text))).toBe(values);
  });
});
