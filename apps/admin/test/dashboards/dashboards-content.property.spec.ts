import { describe, expect, it } from '@jest/globals';
import { DashboardContent } from '@tributary/contracts/admin/dashboard-content';
import { nameProblem } from '@tributary/contracts/rules/name-problem';
import { parseOrThrow } from '@tributary/http/parse';
import fc from 'fast-check';

const text = fc.string({ maxLength: 8 });
const title = text.filter((value) => nameProblem(value) === undefined);
const chart = fc.record(
  {
    title,
    type: fc.constantFrom('Pie', 'bars', 'RADAR', 'Metric', 'Area', 'line', 'Table'),
    colors: fc.array(fc.constantFrom('#000000', '#aBcDeF'), { maxLength: 3 }),
    dataset: fc.record({ type: fc.string({ minLength: 1 }), query_json: fc.dictionary(text, text) }),
    options: fc.dictionary(text, fc.boolean()),
  },
  { requiredKeys: ['type', 'dataset'] },
);
const card = fc.record({
  x: fc.nat(1_000),
  y: fc.nat(1_000),
  w: fc.integer({ min: 1, max: 1_000 }),
  h: fc.integer({ min: 1, max: 1_000 }),
  layout: fc.constantFrom('vertical', 'horizontal'),
  charts: fc.array(chart, { maxLength: 3 }),
});
const section = fc.record({ title, cards: fc.array(card, { maxLength: 3 }) }, { requiredKeys: ['cards'] });
const content = fc.record({ sections: fc.array(section, { maxLength: 3 }) });

/** Fields that the server validates; `true` is invalid for each of them. */
const validated = new Set(['sections', 'cards', 'charts', 'colors', 'dataset', 'title', 'type', 'layout', 'options']);
const sizes = new Set(['x', 'y', 'w', 'h']);

type Path = (string | number)[];

/** The path of every value in the content that the server validates. */
function validatedPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const childPath = [...path, Array.isArray(value) ? Number(key) : key];
    const isData = key === 'dataset' || key === 'options';
    const isValidated = Array.isArray(value) || validated.has(key) || sizes.has(key);
    return [...(isValidated ? [childPath] : []), ...(isData ? [] : validatedPaths(child, childPath))];
  });
}

function broken(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return true;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = broken(copy[key], rest);
  return copy;
}

const formatted = (path: Path) =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');

describe('a content', () => {
  it('is valid if the generator made it', () => {
    fc.assert(fc.property(content, (value) => void parseOrThrow(DashboardContent, value)));
  });

  it('is refused with the path of the invalid value', () => {
    fc.assert(
      fc.property(content, fc.nat(), (value, pick) => {
        const paths = validatedPaths(value);
        const path = paths[pick % paths.length] ?? ['sections'];
        expect(() => parseOrThrow(DashboardContent, broken(value, path))).toThrow(
          expect.objectContaining({
            code: 'BAD_REQUEST_DATA',
            message: expect.stringMatching(new RegExp(`^${formatted(path).replace(/[[\].]/g, '\\$&')}: `)),
          }),
        );
      }),
      { numRuns: 300 },
    );
  });
});
