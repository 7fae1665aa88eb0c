/* Apart from the query: the routes read addresses with it, and the first load has no date math. */
export const filterOperators = ['EXACT', 'LIKE', 'IN_LIST'] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** A row of the filters, as a DimensionFilter of the API. It may be incomplete while a user edits it. */
export interface FilterRow {
  dimension_name: string;
  operator: FilterOperator;
  not: boolean;
  expressions: string[];
}

export const maxFilters = 20;

export const newFilter: FilterRow = { dimension_name: '', operator: 'EXACT', not: false, expressions: [] };
