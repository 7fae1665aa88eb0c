import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { checkSchema } from './check-schema.js';
import { compileSchema } from './compile-schema.js';

const names = fc.constantFrom('a', 'b', 'c');
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, 'a', 'ab', '', 0, 1, 2.5, -3),
  fc.integer({ min: -5, max: 5 }),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'medium' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const small = fc.nat(3);
const schemaOf = (part: fc.Arbitrary<unknown>) =>
  fc.record(
    {
      type: fc.oneof(
        fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'integer', 'string'),
        fc.constant(['array', 'object', 'string']),
      ),
      enum: fc.array(anyValue, { minLength: 1, maxLength: 3 }),
      const: anyValue,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      maximum: small,
      exclusiveMinimum: small,
      maxLength: small,
      minLength: small,
      pattern: fc.constantFrom('^a', 'b$', '^$', 'a|b'),
      maxItems: small,
      minItems: small,
      uniqueItems: fc.boolean(),
      maxProperties: small,
      minProperties: small,
      required: fc.uniqueArray(names, { maxLength: 2 }),
      dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 1 }),
      properties: fc.dictionary(names, part, { maxKeys: 2 }),
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'b|c'), part, { maxKeys: 1 }),
      additionalProperties: part,
      propertyNames: part,
      prefixItems: fc.array(part, { minLength: 1, maxLength: 2 }),
      items: part,
      contains: part,
      allOf: fc.array(part, { minLength: 1, maxLength: 2 }),
      anyOf: fc.array(part, { minLength: 1, maxLength: 2 }),
      oneOf: fc.array(part, { minLength: 1, maxLength: 2 }),
      not: part,
      if: part,
      then: part,
      else: part,
      dependentSchemas: fc.dictionary(names, part, { maxKeys: 1 }),
      unevaluatedItems: part,
      unevaluatedProperties: part,
      $ref: fc.constant('#/$defs/one'),
    },
    { requiredKeys: [] },
  );
/** Few keywords each: with all of them nothing fits. */
const few = (schema: fc.Arbitrary<Record<string, unknown>>) =>
  fc.tuple(schema, fc.array(fc.nat(40), { minLength: 1, maxLength: 3 })).map(([all, chosen]) => {
    const keywords = Object.keys(all);
    return Object.fromEntries(
      chosen.flatMap((n) => keywords.slice(n % (keywords.length || 1)).slice(0, 1)).map((one) => [one, all[one]]),
    );
  });
const withoutReference = (depth: number): fc.Arbitrary<unknown> =>
  depth === 0
    ? fc.boolean()
    : fc.oneof(
        fc.boolean(),
        few(schemaOf(withoutReference(depth - 1))).map(({ $ref: _reference, ...rest }) => rest),
      );
const schemas = fc
  .tuple(few(schemaOf(few(schemaOf(withoutReference(2))))), withoutReference(2))
  .map(([schema, one]) => ({ ...schema, $defs: { one } }));

const ajvCheck = (schema: object) =>
  new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(schema);
const fits = (schema: unknown, value: unknown) => compileSchema(schema)(value, { left: 1e6 }) === undefined;

describe('a compiled schema', () => {
  it('accepts what Ajv accepts', () =>
    fc.assert(
      fc.property(schemas, fc.array(anyValue, { minLength: 1, maxLength: 8 }), (schema, given) => {
        expect(checkSchema(schema)).toBeUndefined();
        // Ajv accepts an empty array for it, beside prefixItems with a reference; the standard wants one element.
        fc.pre(!/"contains":(\{\}|true)/.test(JSON.stringify(schema)));
        const expected = ajvCheck(structuredClone(schema));
        expect(given.map((value) => fits(schema, value))).toEqual(given.map((value) => expected(value)));
      }),
      { numRuns: 100 },
    ));

  it('wants an element for a schema that all elements fit', () => {
    const schema = { contains: {}, prefixItems: [{ $ref: '#/$defs/one' }], $defs: { one: {} } };
    expect([fits(schema, []), fits(schema, [1]), fits(schema, {})]).toEqual([false, true, true]);
  });

  it.each([
    [{ properties: { price: { type: 'number' } } }, { price: 'x' }, ['price'], 'must be number'],
    [{ required: ['sku'] }, {}, ['sku'], 'is required'],
    [{ properties: { a: { items: { maximum: 3 } } } }, { a: [1, 4] }, ['a', 1], 'must be at most 3'],
    [{ additionalProperties: false }, { b: 1 }, ['b'], 'is not allowed'],
    [{ anyOf: [{ required: ['a'] }, false] }, {}, [], 'must fit one schema of anyOf'],
  ])('names the place where %j is broken by %j', (schema, value, path, problem) => {
    expect(compileSchema(schema)(value, { left: 1e6 })).toEqual({ path, problem });
  });

  it('takes no more steps than its budget, and does not accept what it could not check', () => {
    const schema = { additionalProperties: { allOf: Array.from({ length: 1_000 }, () => ({ minimum: 0 })) } };
    const value = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`p${n}`, n]));
    const budget = { left: 100_000 };
    expect(compileSchema(schema)(value, budget)).toEqual({ path: [], problem: 'takes too many steps to be checked' });
    expect(compileSchema(schema)({ one: 1 }, { left: 100_000 })).toBeUndefined();
  });
});
