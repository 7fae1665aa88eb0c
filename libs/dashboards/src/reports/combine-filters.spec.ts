import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { combineFilters } from './combine-filters.js';
import type { DimensionFilter, FilterClause } from './report.js';

const aFilter = (dimension_name: string, ...expressions: string[]): DimensionFilter => ({
  dimension_name,
  operator: expressions.length > 1 ? 'IN_LIST' : 'EXACT',
  expressions,
});
const added = aFilter('channel_id', '1');
const [visit, other] = [aFilter('type', 'SITE_VISIT'), aFilter('location_country', 'FR')];

describe('combineFilters', () => {
  it.each<[string, FilterClause | undefined, DimensionFilter[], FilterClause | undefined]>([
    ['nothing', undefined, [], undefined],
    ['no clause', undefined, [added], { operator: 'AND', filters: [added] }],
    ['an empty clause', { filters: [] }, [added], { operator: 'AND', filters: [added] }],
    ['nothing added', { operator: 'OR', filters: [visit, other] }, [], { operator: 'OR', filters: [visit, other] }],
    ['AND', { operator: 'AND', filters: [visit, other] }, [added], { operator: 'AND', filters: [visit, other, added] }],
    ['OR of one', { operator: 'OR', filters: [visit] }, [added], { operator: 'AND', filters: [visit, added] }],
    [
      'OR of one dimension',
      { operator: 'OR', filters: [visit, aFilter('type', 'APP_VISIT', 'CTV_VISIT')] },
      [added],
      { operator: 'AND', filters: [aFilter('type', 'SITE_VISIT', 'APP_VISIT', 'CTV_VISIT'), added] },
    ],
    [
      'OR of two dimensions: the clause stays as it is',
      { operator: 'OR', filters: [visit, other] },
      [added],
      { operator: 'AND', filters: [{ operator: 'OR', filters: [visit, other] }, added] },
    ],
    [
      'an absent operator, which is OR',
      { filters: [visit, { ...visit, not: true }] },
      [added],
      { operator: 'AND', filters: [{ filters: [visit, { ...visit, not: true }] }, added] },
    ],
  ])('combines %s', (_case, clause, filters, expected) => expect(combineFilters(clause, filters)).toEqual(expected));

  it('means the clause AND all added filters', () => {
    const expressions = fc.array(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 2 });
    const filter: fc.Arbitrary<DimensionFilter> = fc.record(
      {
        dimension_name: fc.constantFrom('a', 'b'),
        operator: fc.constantFrom('EXACT', 'IN_LIST', 'LIKE'),
        expressions,
        not: fc.boolean(),
      },
      { requiredKeys: ['dimension_name', 'operator', 'expressions'] },
    );
    const clause = fc.record({
      operator: fc.constantFrom<'OR' | 'AND' | undefined>('OR', 'AND', undefined),
      filters: fc.array(filter, { minLength: 1, maxLength: 3 }),
    });
    const row = fc.record({ a: fc.constantFrom('1', '2', '3', '13'), b: fc.constantFrom('1', '2', '3') });
    fc.assert(
      fc.property(clause, fc.array(filter, { maxLength: 2 }), row, (given, filters, values) => {
        const expected = holds(given, values) && filters.every((each) => holds(each, values));
        const combined = combineFilters(given, filters);
        expect(combined && holds(combined, values)).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});

type Row = Record<string, string>;

/** The server's meaning of a filter: EXACT and LIKE use the first expression. */
function holds(filter: DimensionFilter | FilterClause, row: Row): boolean {
  if ('filters' in filter) {
    const results = filter.filters.map((each) => holds(each, row));
    return filter.operator === 'AND' ? results.every(Boolean) : results.some(Boolean);
  }
  const value = row[filter.dimension_name] ?? '';
  const first = String(filter.expressions[0]);
  const matches = { EXACT: value === first, LIKE: value.includes(first), IN_LIST: filter.expressions.includes(value) };
  return matches[filter.operator] !== (filter.not ?? false);
}
