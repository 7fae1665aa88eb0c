import { z } from 'zod';

/** An error names at most this many problems. */
export const maxProblems = 5;

const List = z.core.$constructor<z.ZodArray, z.core.$ZodArrayDef>('List', (list, definition) => {
  z.ZodArray.init(list, definition);
  const { _zod: internals } = list;
  const parse = internals.parse.bind(internals);
  const maxLength = Math.min(...z.core.util.sizeCaps(definition.checks).map(([max]) => max));
  internals.parse = (payload, context) => {
    const { issues } = payload;
    const given: unknown = payload.value;
    // zod does not look at the elements of a list that is too long.
    if (!Array.isArray(given) || given.length > maxLength) return parse(payload, context);
    const values: unknown[] = [];
    for (const [index, value] of (given as unknown[]).entries()) {
      const element = definition.element._zod.run({ value, issues: [] }, context);
      if (element instanceof Promise) throw new z.core.$ZodAsyncError();
      for (const issue of z.core.util.prefixIssues(index, element.issues)) issues.push(issue);
      values.push(element.value);
      if (issues.length > maxProblems) return payload;
    }
    payload.value = values;
    return payload;
  };
});

/**
 * `z.array` for what clients send: validation ends after a few invalid elements. zod would collect every problem of a body,
 * about 400 MiB for 1 MiB of empty objects.
 */
export const listOf = <Element extends z.ZodType>(element: Element) =>
  new List({ type: 'array', element }) as unknown as z.ZodArray<Element>;
