import { badData } from '@tributary/contracts/errors';
import type { DimensionFilter, FilterClause } from '@tributary/contracts/report';
import type { Parameter } from '../facts/fact.store.js';
import type { Cube } from './activities.cube.js';
import { quote } from './report-columns.js';

/** The condition over one row of the cube, none without a clause. The values filtered by are added to `params`. */
export function compileFilters(cube: Cube, clause: FilterClause | null | undefined, params: Parameter[]): string[] {
  if (!clause) return [];
  const conditions = clause.filters.map((filter, index) => {
    const dimension = cube.dimensions.get(filter.dimension_name);
    if (!dimension) {
      throw badData(
        `dimension_filter_clauses.filters[${index}].dimension_name: ${quote(filter.dimension_name)} does not exist`,
      );
    }
    const matches = compileMatch(`${dimension.sql}::varchar`, filter, params);
    // null matches nothing, so that `not` matches it.
    return filter.not ? `not coalesce(${matches}, false)` : matches;
  });
  return [`(${conditions.join(clause.operator === 'AND' ? ' and ' : ' or ')})`];
}

function compileMatch(text: string, { operator, expressions }: DimensionFilter, params: Parameter[]): string {
  const values = expressions.map(String);
  const bind = (value: Parameter) => `$${params.push(value)}`;
  switch (operator) {
    case 'EXACT':
      return `${text} = ${bind(values[0] ?? '')}`;
    case 'IN_LIST':
      return `${text} in (select unnest(${bind(values)}))`;
    // `lower` of the database on both sides: it maps single code points, JavaScript's toLowerCase more.
    case 'LIKE':
      return `contains(lower(${text}), lower(${bind(values[0] ?? '')}))`;
  }
}
