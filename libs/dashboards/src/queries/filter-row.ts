/* Apart from the query: the routes read addresses with it, and the first load has no date math. */
import type { FilterOperator } from '@tributary/contracts/rules/resources/choices';

/** A row of the filters, as a DimensionFilter of the API. It may be incomplete while a user edits it. */
export interface FilterRow {
  dimension_name: string;
  operator: FilterOperator;
  not: boolean;
  expressions: string[];
}

export const maxFilters = 20;

export const newFilter: FilterRow = { dimension_name: '', operator: 'EXACT', not: false, expressions: [] };
