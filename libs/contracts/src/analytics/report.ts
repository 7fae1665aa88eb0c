import { z } from 'zod';
import { filterOperators } from '../rules/resources/choices.js';
import { chooseByKey } from '../values/choose-by-key.js';
import { Count, TimeZone } from '../values/epoch-ms.js';
import { maxNames } from '../rules/reports/report-names.js';
import { listOf } from '../values/list-of.js';

/** The most rows of a report; there are no further pages. */
export const reportPageSize = 100;

/** The most filters of one report: more than people write, and few enough to be planned in milliseconds. */
const maxFilters = 100;

export const FilterOperator = z.enum(filterOperators);
export type FilterOperator = z.infer<typeof FilterOperator>;

export const FilterExpression = z.union(
  [z.string(), z.number(), z.boolean()],
  'must be a string, a number or a boolean',
);
export type FilterExpression = z.infer<typeof FilterExpression>;

/** EXACT and LIKE use the first expression, IN_LIST uses all. */
export const DimensionFilter = z.object({
  dimension_name: z.string().describe('Need not be among the dimensions of the request.'),
  not: z.boolean().nullish().describe('Negates the operator. Default: false.'),
  operator: FilterOperator.describe('LIKE: the dimension contains the first expression, ignoring case.'),
  expressions: listOf(FilterExpression).min(1),
});
export type DimensionFilter = z.infer<typeof DimensionFilter>;

/** Combines filters, as one of the filters of a clause. */
export const FilterGroup = z.object({
  operator: z.enum(['OR', 'AND']).nullish().describe('Default: OR.'),
  not: z.boolean().nullish().describe('Negates the group. Default: false.'),
  filters: listOf(DimensionFilter).min(1).max(maxFilters),
});
export type FilterGroup = z.infer<typeof FilterGroup>;

export const FilterClause = FilterGroup.omit({ not: true })
  .extend({
    filters: listOf(chooseByKey('filters', FilterGroup, DimensionFilter))
      .min(1)
      .max(maxFilters),
  })
  .refine((clause) => filtersOf(clause).length <= maxFilters, {
    path: ['filters'],
    message: `must not hold more than ${maxFilters} filters, those of groups included`,
  });
export type FilterClause = z.infer<typeof FilterClause>;

/** All filters of a clause, those of its groups too. */
export const filtersOf = (clause: { filters: (DimensionFilter | FilterGroup)[] }): DimensionFilter[] =>
  clause.filters.flatMap((filter) => ('filters' in filter ? filter.filters : [filter]));

const dateExpression =
  'ISO 8601, in the time zone of the report unless an offset is written, or date math: an anchor (`now`, or a date ' +
  'followed by `||`), then `+N<unit>`, `-N<unit>` or `/<unit>` of y M w d h H m s. Inclusive.';

/** The longest date or date-math expression, characters. */
const maxDateLength = 100;
const DateExpression = z.string().max(maxDateLength);

export const DateRange = z.object({
  start_date: DateExpression.describe(`${dateExpression} At most 4 months ago.`),
  end_date: DateExpression.describe(dateExpression),
});
export type DateRange = z.infer<typeof DateRange>;

/** The question of a report. The cube defines the names that exist. */
export const ReportRequest = z.object({
  metrics: listOf(z.object({ expression: z.string().describe('Name of a metric: `users`, `sessions`, `revenue` …') }))
    .max(maxNames)
    .nullish()
    .describe('Without metrics, the rows are the values of the dimensions.'),
  dimensions: listOf(z.object({ name: z.string().describe('Name of a dimension: `date_yyyy_mm_dd`, `channel_id` …') }))
    .max(maxNames)
    .nullish()
    .describe('Without dimensions, one row covers the whole date range.'),
  date_ranges: z
    .tuple([DateRange], 'must hold exactly one date range')
    .meta({ minItems: 1, maxItems: 1, description: 'Exactly one.' }),
  time_zone: TimeZone.nullish().describe(
    'The zone of the dates, of the range and of the dimensions: a name of the IANA database, like Europe/Paris. Default: ' +
      'that of the datamart; UTC for collections. The answer names it in `X-Time-Zone`.',
  ),
  order_by: z
    .object({ field_name: z.string().describe('A column of the report; with a leading minus sign: descending.') })
    .nullish(),
  dimension_filter_clauses: FilterClause.nullish(),
});
export type ReportRequest = z.infer<typeof ReportRequest>;

/** A report on activities can say what it leaves out. */
export const ActivitiesReportRequest = ReportRequest.extend({
  explain: z
    .boolean()
    .nullish()
    .describe('Whether the answer says what the numbers leave out, in `explain`. Default: false.'),
});
export type ActivitiesReportRequest = z.infer<typeof ActivitiesReportRequest>;

export const ReportValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type ReportValue = z.infer<typeof ReportValue>;

export const ReportView = z.object({
  items_per_page: z.literal(reportPageSize),
  total_items: Count.meta({ maximum: reportPageSize, description: 'Number of rows in this view, not of all rows.' }),
  columns_headers: z.array(z.string()).describe('Dimensions in the order of the request, then metrics.'),
  column_headers: z.array(z.string()).describe('The same as `columns_headers`.'),
  rows: z.array(z.array(ReportValue)).describe('Values in the order of the headers.'),
});
export type ReportView = z.infer<typeof ReportView>;
