import type { DateRange } from '@tributary/contracts/rules/date-range';
import type { FilterOperator } from '@tributary/contracts/rules/resources/choices';

/** Body of POST user_activities_analytics and of POST platform_monitoring/collections. */
export interface ReportRequest {
  metrics: { expression: string }[];
  dimensions: { name: string }[];
  /** Exactly one. */
  date_ranges: DateRange[];
  dimension_filter_clauses?: FilterClause;
  order_by?: { field_name: string };
  /** A name of the IANA database. */
  time_zone?: string;
}

export interface FilterClause {
  /** OR when absent. */
  operator?: 'OR' | 'AND';
  /** A clause within the clause is a condition of its own. */
  filters: (DimensionFilter | FilterClause)[];
}

export type FilterExpression = string | number | boolean;

export interface DimensionFilter {
  dimension_name: string;
  not?: boolean;
  operator: FilterOperator;
  expressions: FilterExpression[];
}

export type ReportValue = string | number | boolean | null;

/** `report_view` of the response. */
export interface ReportView {
  items_per_page: number;
  total_items: number;
  /** Dimensions in the order of the request, then metrics. */
  columns_headers: string[];
  rows: ReportValue[][];
}

/** The most rows of a report; there are no further pages. */
export const reportPageSize = 100;

/** The last 30 days: from the start of the day 30 days ago, until now (dashboard-content: the default range). */
export const defaultDateRange: DateRange = { start_date: 'now-30d/d', end_date: 'now' };
