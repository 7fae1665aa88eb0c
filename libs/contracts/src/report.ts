import { z } from 'zod';
import { Count } from './epoch-ms.js';

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
  dimension_name: z.string().describe('Need not be among the dimensions of the request.'),
  not: z.boolean().nullish().describe('Negates the operator; absent: false.'),
  operator: FilterOperator.describe('LIKE: the dimension contains the first expression, in any case.'),
  expressions: z.array(FilterExpression).min(1),
});
export type DimensionFilter = z.infer<typeof DimensionFilter>;

export const FilterClause = z.object({
  operator: z.enum(['OR', 'AND']).nullish().describe('Absent: OR for activities, AND for collections.'),
  filters: z.array(DimensionFilter).min(1).max(maxFilters),
});
export type FilterClause = z.infer<typeof FilterClause>;

const dateExpression =
  'ISO 8601, UTC unless an offset is written, or date math: an anchor (`now`, or a date followed by `||`), then ' +
  '`+N<unit>`, `-N<unit>` or `/<unit>` of y M w d h H m s. Inclusive.';

export const DateRange = z.object({
  start_date: z.string().describe(`${dateExpression} At most 4 months ago.`),
  end_date: z.string().describe(dateExpression),
});
export type DateRange = z.infer<typeof DateRange>;

/** POST user_activities_analytics. Which names exist is the cube's to say. */
export const ReportRequest = z.object({
  metrics: z
    .array(z.object({ expression: z.string().describe('Name of a metric: `users`, `sessions`, `revenue` …') }))
    .max(maxColumns)
    .nullish()
    .describe('None: the rows are the values of the dimensions.'),
  dimensions: z
    .array(z.object({ name: z.string().describe('Name of a dimension: `date_yyyy_mm_dd`, `channel_id` …') }))
    .max(maxColumns)
    .nullish()
    .describe('None: one row over the whole date range.'),
  date_ranges: z
    .tuple([DateRange], 'must hold exactly one date range')
    .meta({ minItems: 1, maxItems: 1, items: false, description: 'Exactly one.' }),
  order_by: z
    .object({ field_name: z.string().describe('A column of the report; a leading minus sign: descending.') })
    .nullish(),
  dimension_filter_clauses: FilterClause.nullish(),
});
export type ReportRequest = z.infer<typeof ReportRequest>;

export const ReportValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type ReportValue = z.infer<typeof ReportValue>;

export const ReportView = z.object({
  items_per_page: z.literal(reportPageSize),
  total_items: Count.meta({ maximum: reportPageSize, description: 'Rows in this view, not rows there are.' }),
  columns_headers: z.array(z.string()).describe('Dimensions in the order of the request, then metrics.'),
  rows: z.array(z.array(ReportValue)).describe('Values in the order of the headers.'),
});
export type ReportView = z.infer<typeof ReportView>;
