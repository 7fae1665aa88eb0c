import { z } from 'zod';

/** Most rows of a report; only this first page exists. */
export const reportPageSize = 100;

/** Most metrics, and most dimensions, of one report. */
const maxColumns = 10;
/** Most filters of one report: far more than people write, and few enough to be planned in milliseconds. */
const maxFilters = 100;

export const FilterOperator = z.enum(['EXACT', 'LIKE', 'IN_LIST']);
export type FilterOperator = z.infer<typeof FilterOperator>;

export const FilterExpression = z.union(
  [z.string(), z.number(), z.boolean()],
  'must be a string, a number or a boolean',
);
export type FilterExpression = z.infer<typeof FilterExpression>;

/** EXACT and LIKE look at the first expression, IN_LIST at all of them. */
export const DimensionFilter = z.object({
  dimension_name: z.string(),
  not: z.boolean().nullish(),
  operator: FilterOperator,
  expressions: z.array(FilterExpression).min(1),
});
export type DimensionFilter = z.infer<typeof DimensionFilter>;

export const FilterClause = z.object({
  operator: z.enum(['OR', 'AND']).nullish(),
  filters: z.array(DimensionFilter).min(1).max(maxFilters),
});
export type FilterClause = z.infer<typeof FilterClause>;

export const DateRange = z.object({ start_date: z.string(), end_date: z.string() });
export type DateRange = z.infer<typeof DateRange>;

/** POST user_activities_analytics. Which names exist is the cube's to say. */
export const ReportRequest = z.object({
  metrics: z
    .array(z.object({ expression: z.string() }))
    .max(maxColumns)
    .nullish(),
  dimensions: z
    .array(z.object({ name: z.string() }))
    .max(maxColumns)
    .nullish(),
  date_ranges: z.tuple([DateRange], 'must hold exactly one date range'),
  order_by: z.object({ field_name: z.string() }).nullish(),
  dimension_filter_clauses: FilterClause.nullish(),
});
export type ReportRequest = z.infer<typeof ReportRequest>;

export type ReportValue = string | number | boolean | null;

export interface ReportView {
  items_per_page: number;
  /** Rows in this view, not rows there are. */
  total_items: number;
  columns_headers: string[];
  rows: ReportValue[][];
}
