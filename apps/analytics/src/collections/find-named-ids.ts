import { badData } from '@tributary/contracts/errors';
import type { DimensionFilter, FilterClause } from '@tributary/contracts/analytics/report';

const owners = ['datamart_id', 'organisation_id', 'community_id'] as const;

/** The ids of one filter. */
export interface NamedIds {
  owner: (typeof owners)[number];
  ids: string[];
}

const field = 'dimension_filter_clauses';

/**
 * The ids in the filters of a report. At least one filter must name datamarts, organisations or communities, and the
 * filters must be combined with AND. Throws BAD_REQUEST_DATA.
 */
export function findNamedIds(clause: FilterClause | null | undefined): NamedIds[] {
  if (clause?.operator === 'OR') throw badData(`${field}.operator: must be AND`);
  const named = (clause?.filters ?? []).flatMap(namedBy);
  if (named.length === 0) {
    throw badData(`${field}: must hold a filter EXACT or IN_LIST, not negated, on one of ${owners.join(', ')}`);
  }
  return named;
}

function namedBy({ dimension_name, not, operator, expressions }: DimensionFilter): NamedIds[] {
  const owner = owners.find((name) => name === dimension_name);
  if (!owner || not || operator === 'LIKE') return [];
  return [{ owner, ids: (operator === 'EXACT' ? expressions.slice(0, 1) : expressions).map(String) }];
}
