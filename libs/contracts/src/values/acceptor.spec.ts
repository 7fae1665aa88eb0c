import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { acceptorOf } from './acceptor.js';
import { listOf } from './list-of.js';
import { numberOrDecimal } from './number-or-decimal.js';
import { textOrInteger } from './text-or-integer.js';

const even = z.number().refine((value) => value % 2 === 0);
const Shape = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('circle'), radius: even.nullish() }),
  z.looseObject({ type: z.enum(['square', 'rectangle']), sides: listOf(z.number()).max(2) }),
]);

const schemas: [string, z.ZodType][] = [
  ['a text', z.string()],
  ['a text of limited length', z.string().min(1).max(3)],
  ['a text with a pattern', z.string().regex(/^[a-c]*$/)],
  ['a UUID', z.guid()],
  ['a refined number', even],
  ['a flag', z.boolean()],
  ['a literal', z.literal(1)],
  ['an optional field', z.looseObject({ a: z.string().optional() })],
  ['a nullable field', z.looseObject({ a: z.string().nullable() })],
  ['a list', z.array(z.string().nullish()).min(1)],
  ['a union', Shape],
  [
    'rules for several fields',
    z.looseObject({ a: z.number().nullish() }).superRefine(({ a }, context) => {
      if (a === 1) context.addIssue('must not be 1');
    }),
  ],
];

const values = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    '',
    'a',
    'abcd',
    1,
    2,
    NaN,
    Infinity,
    [],
    {},
    { a: undefined },
    { a: null },
  ),
  fc.constantFrom<unknown>({ a: 1 }, { a: 'b', c: 1 }, [null], ['a', 1], crypto.randomUUID(), { type: 'circle' }),
  fc.record({
    type: fc.constantFrom('circle', 'square', 'rectangle', 'line', null),
    radius: fc.constantFrom(undefined, null, 1, 2),
    sides: fc.array(fc.constantFrom<unknown>(1, '1'), { maxLength: 3 }),
  }),
  fc.jsonValue({ maxDepth: 2 }),
);

describe('the check derived from a schema', () => {
  it.each(schemas)('of %s accepts what the schema accepts, and the schema does not change it', (_case, schema) => {
    const accepts = acceptorOf(schema);
    fc.assert(
      fc.property(values, (value) => {
        const result = schema.safeParse(value);
        expect(accepts(value)).toBe(result.success);
        if (result.success) expect(result.data).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, z.ZodType, unknown]>([
    ['text that is trimmed', z.string().trim(), ' a'],
    ['an object that loses its other keys', z.object({}), { a: 1 }],
    ['an object without other keys', z.strictObject({}), { a: 1 }],
    ['a text that is converted', z.coerce.number(), '1'],
    ['a flag that is converted', z.coerce.boolean(), 'x'],
    ['a default', z.string().default('a'), undefined],
    ['a transformation', z.string().transform((text) => text.length), 'a'],
    ['an asynchronous check', z.string().refine(() => Promise.resolve(false)), 'a'],
    ['a union without discriminator', z.union([z.string().trim(), z.number()]), ' a'],
    ['an integer that becomes a text', textOrInteger(), 1],
    ['a text that becomes a number', numberOrDecimal('must be a number'), '1'],
    ['a kind of schema that is not known', z.date(), new Date(0)],
  ])('leaves %s to the schema', (_case, schema, value) => expect(acceptorOf(schema)(value)).toBe(false));
});
