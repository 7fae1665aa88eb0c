import { filtersOf, type DimensionFilter, type FilterClause } from '@tributary/contracts/analytics/report';

const owners = ['datamart_id', 'organisation_id', 'community_id'] as const;

/** The ids of one filter. */
interface NamedIds {
  owner: (typeof owners)[number];
  ids: string[];
}

/** The ids of datamarts, organisations and communities in the filters of a report, negated ones and those of groups too. */
export const findNamedIds = (clause: FilterClause | null | undefined): NamedIds[] =>
  (clause ? filtersOf(clause) : []).flatMap(namedBy);

function namedBy({ dimension_name, operator, expressions }: DimensionFilter): NamedIds[] {
  const owner = owners.find((name) => name === dimension_name);
  if (!owner || operator === 'LIKE') return [];
  return [{ owner, ids: (operator === 'EXACT' ? expressions.slice(0, 1) : expressions).map(String) }];
}
