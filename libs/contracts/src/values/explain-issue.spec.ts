import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { explainIssue } from './explain-issue.js';

const messagesOf = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value, { error: explainIssue }).error?.issues ?? []).map(({ message }) => message);

const Kinds = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('A') }),
  z.object({ kind: z.literal('B'), name: z.string() }),
  z.object({ kind: z.literal('C') }),
]);

describe('explainIssue', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'is required'],
    [z.string(), null, 'must be a text'],
    [z.string(), 1, 'must be a text'],
    [z.number(), 'x', 'must be a number'],
    [z.number(), Number.NaN, 'must be a number'],
    [z.int(), 1.5, 'must be an integer'],
    [z.int(), 2 ** 60, 'must be at most 9007199254740991'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), 1, 'must be an object'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.tuple([z.string()]), 1, 'must be a list'],
    [z.literal('X'), 'Y', 'must be X'],
    [z.enum(['UPSERT', 'DELETE']), 'UPDATE', 'must be UPSERT or DELETE'],
    [z.enum(['A', 'B', 'C']), 'D', 'must be one of A, B, C'],
    [z.enum(['A', 'B', 'C']), undefined, 'is required'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(12), 'short', 'must have at least 12 characters'],
    [z.string().max(1), 'xx', 'must have at most 1 character'],
    [z.string().max(255), 'x'.repeat(256), 'must have at most 255 characters'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 elements'],
    [z.number().min(1), 0, 'must be at least 1'],
    [z.number().max(500), 501, 'must be at most 500'],
    [z.number().gt(0), 0, 'must be greater than 0'],
    [z.number().lt(1), 1, 'must be less than 1'],
    [z.number().multipleOf(5), 3, 'must be a multiple of 5'],
    [z.guid(), 'x', 'must be a UUID'],
    [z.url(), 'x', 'must be an absolute URL'],
    [z.email(), 'x', 'must be an e-mail address'],
    [z.string().regex(/^\d+$/), 'x', 'must be in another form'],
    [z.strictObject({}), { a: 1, b: 2 }, 'has unknown members: a, b'],
    [Kinds, {}, 'is required'],
    [Kinds, { kind: 'D' }, 'must be one of A, B, C'],
    [Kinds, { kind: 'B' }, 'is required'],
    [Kinds, null, 'must be an object'],
    [z.union([z.string(), z.number()]), true, 'has none of the allowed forms'],
    [z.string().refine(() => false), 'x', 'is not allowed'],
    [z.string('is a name'), 1, 'is a name'],
  ])('%# says what the field must be', (schema, value, message) => {
    expect(messagesOf(schema, value)).toEqual([message]);
  });

  const validatorWords = /invalid|expected|received|too (small|big)|unrecognized|undefined|\[object/i;
  const schemas = fc.constantFrom<z.ZodType>(
    z.object({ a: z.string().min(2), b: z.array(z.int().max(3)), c: z.enum(['X', 'Y']), d: z.url() }),
    z.record(z.string().max(1), z.union([z.guid(), z.boolean()])),
    z.tuple([z.literal(1), z.iso.date()]),
    z.strictObject({ kind: z.date(), set: z.set(z.string()), map: z.map(z.string(), z.bigint()) }).partial(),
    Kinds,
  );
  const members = {
    a: fc.jsonValue(),
    b: fc.jsonValue(),
    c: fc.jsonValue(),
    kind: fc.jsonValue(),
    set: fc.jsonValue(),
  };
  const values = fc.oneof(fc.jsonValue(), fc.record(members, { requiredKeys: [] }));

  it('never lets the words of the validator through', () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        for (const message of messagesOf(schema, value)) {
          expect(message).toMatch(/^(must|is|has) /);
          expect(message.replace(/^has unknown members: .*/s, '')).not.toMatch(validatorWords);
        }
      }),
    );
  });

  it('(control) without it they get through', () => {
    const { error } = z.object({ a: z.string() }).safeParse({});
    expect(error?.issues[0]?.message).toMatch(validatorWords);
  });
});
