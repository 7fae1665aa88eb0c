import type { DimensionFilter, FilterClause } from './report.js';

/**
 * The author's clause AND all of the added filters. The clause stays a condition of its own. It is nested only when it
 * must be, because a report accepts one level: an AND clause, a clause of one filter, and an OR of the values of one
 * dimension are written flat, which means the same.
 */
export function combineFilters(clause: FilterClause | undefined, added: DimensionFilter[]): FilterClause | undefined {
  if (!clause || clause.filters.length === 0) return added.length > 0 ? { operator: 'AND', filters: added } : undefined;
  if (added.length === 0) return clause;
  const { operator, filters } = clause;
  if (operator === 'AND' || filters.length === 1) return { operator: 'AND', filters: [...filters, ...added] };
  const single = mergeValues(filters);
  return { operator: 'AND', filters: [single ?? clause, ...added] };
}

/** `a = 1 OR a = 2` as `a IN (1, 2)`; undefined when the filters are not all of that kind. */
function mergeValues(filters: FilterClause['filters']): DimensionFilter | undefined {
  const equalities = filters.filter(isEquality);
  const [first] = equalities;
  if (!first || equalities.length !== filters.length) return undefined;
  if (equalities.some(({ dimension_name }) => dimension_name !== first.dimension_name)) return undefined;
  // EXACT compares with its first expression only.
  const expressions = equalities.flatMap(({ operator, expressions: values }) =>
    operator === 'EXACT' ? values.slice(0, 1) : values,
  );
  return { dimension_name: first.dimension_name, operator: 'IN_LIST', expressions };
}

const isEquality = (filter: DimensionFilter | FilterClause): filter is DimensionFilter =>
  'dimension_name' in filter && !filter.not && (filter.operator === 'EXACT' || filter.operator === 'IN_LIST');
