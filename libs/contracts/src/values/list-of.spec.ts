import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { listOf, maxProblems } from './list-of.js';

const Element = z.object({ a: z.string(), b: z.array(z.int()).nullish() });
const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues;

describe('listOf', () => {
  it('validates like z.array, up to a few problems', () => {
    const element = fc.oneof(fc.record({ a: fc.string(), b: fc.array(fc.integer()) }), fc.jsonValue());
    fc.assert(
      fc.property(fc.oneof(fc.array(element), fc.jsonValue()), (value) => {
        const [list, array] = [listOf(Element).min(1).max(8), z.array(Element).min(1).max(8)].map((schema) =>
          schema.safeParse(value),
        );
        expect(list?.success).toBe(array?.success);
        expect(list?.data).toEqual(array?.data);
        const issues = list?.error?.issues ?? [];
        if (issues.length <= maxProblems) expect(issues).toEqual(array?.error?.issues ?? []);
      }),
    );
  });

  it('ends after a few invalid elements', () => {
    const many = Array.from({ length: 100_000 }, () => ({}));
    expect(issuesOf(listOf(Element), many)).toHaveLength(maxProblems + 1);
    expect(issuesOf(listOf(z.object({ list: listOf(Element) })), [{ list: many }, { list: many }])).toHaveLength(
      maxProblems + 1,
    );
    // The control: zod names them all.
    expect(issuesOf(z.array(Element), many)).toHaveLength(many.length);
  });

  it('is an array in JSON schema', () => {
    expect(z.toJSONSchema(listOf(Element).min(2))).toEqual(z.toJSONSchema(z.array(Element).min(2)));
  });
});
