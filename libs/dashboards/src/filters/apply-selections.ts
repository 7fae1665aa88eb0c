import type { DashboardFilter } from '../content/dashboard-content.js';
import { readDimensionFilters } from '../content/read-query.js';
import type { DimensionFilter } from '../reports/report.js';
import type { Selections } from './selections.js';

/** The filters that the selections add to each dataset of a type. */
export interface AppliedFragment {
  /** In lower case: `activities_analytics`. */
  type: string;
  filters: DimensionFilter[];
}

const reportTypes = ['activities_analytics', 'collection_volumes'];

/**
 * Replaces the whole `expressions` of every fragment for reports by the selected values. A filter without selection adds
 * nothing; neither does a fragment that is no list of DimensionFilter.
 */
export const applySelections = (filters: DashboardFilter[], selections: Selections): AppliedFragment[] =>
  filters.flatMap((filter) => {
    const selected = selections[filter.technicalName] ?? [];
    const values = filter.multiSelect ? selected : selected.slice(0, 1);
    return values.length === 0 ? [] : applyValues(filter, values);
  });

function applyValues({ fragments }: DashboardFilter, values: string[]): AppliedFragment[] {
  return reportFragments(fragments).map(({ type, filters }) => ({
    type,
    filters: filters.map((filter) => replaceExpressions(filter, values)),
  }));
}

/** EXACT compares with its first expression only, so it becomes IN_LIST when several values are selected. */
const replaceExpressions = (filter: DimensionFilter, values: string[]): DimensionFilter => ({
  ...filter,
  operator: filter.operator === 'EXACT' && values.length > 1 ? 'IN_LIST' : filter.operator,
  expressions: [...values],
});

const reportFragments = (fragments: DashboardFilter['fragments']): AppliedFragment[] =>
  fragments.flatMap(({ type, fragment }) => {
    const filters = reportTypes.includes(type) ? readDimensionFilters(fragment) : undefined;
    return filters && filters.length > 0 ? [{ type, filters }] : [];
  });

/** The types of the datasets that a filter changes; none: say that it has no effect here. */
export const filteredTypes = ({ fragments }: DashboardFilter): string[] => [
  ...new Set(reportFragments(fragments).map(({ type }) => type)),
];
