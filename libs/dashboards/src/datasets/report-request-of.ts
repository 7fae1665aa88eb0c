import type { ReportDataset } from '../content/dataset.js';
import { combineFilters } from '../reports/combine-filters.js';
import { defaultDateRange, type DimensionFilter, type FilterClause, type ReportRequest } from '../reports/report.js';
import type { PageContext } from './page-context.js';

/**
 * The body of the report that a dataset needs on a page: that of the page, else its own, else the last 30 days; the page's filters and
 * scope are added to the author's filters with AND.
 */
export function reportRequestOf(dataset: ReportDataset, context: PageContext): ReportRequest {
  const { metrics, dimensions, dateRange, filters, orderBy, timeZone } = dataset.query;
  const clause = combineFilters(filters, [...fragmentsOf(dataset, context), ...scopeFilters(dataset, context)]);
  return {
    metrics: metrics.map((expression) => ({ expression })),
    dimensions: dimensions.map((name) => ({ name })),
    date_ranges: [context.dateRange ?? dateRange ?? defaultDateRange],
    ...(clause && { dimension_filter_clauses: clause }),
    ...(orderBy !== undefined && { order_by: { field_name: orderBy } }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
  };
}

export const datamartOf = ({ datamartId }: ReportDataset, context: PageContext) => datamartId ?? context.datamartId;

const fragmentsOf = ({ type }: ReportDataset, { fragments }: PageContext): DimensionFilter[] =>
  fragments.filter((fragment) => fragment.type === type).flatMap(({ filters }) => filters);

function scopeFilters(dataset: ReportDataset, context: PageContext): DimensionFilter[] {
  if (dataset.type === 'collection_volumes') {
    return namesIds(dataset.query.filters) ? [] : [exact('datamart_id', datamartOf(dataset, context))];
  }
  const { scope } = context;
  return scope.type === 'segments' && dataset.adaptToScope ? [exact('segment_id', scope.segmentId)] : [];
}

const exact = (dimension_name: string, value: string): DimensionFilter => ({
  dimension_name,
  operator: 'EXACT',
  expressions: [value],
});

/** A report of collections covers every datamart that the caller may read, so one that names no ids is of the page's. */
const idDimensions = new Set(['datamart_id', 'organisation_id', 'community_id']);

const namesIds = (clause: FilterClause | undefined): boolean =>
  clause?.filters.some((filter) => 'dimension_name' in filter && idDimensions.has(filter.dimension_name)) ?? false;
