import type { DateRange } from '@tributary/contracts/rules/date-range';
import type { FilterClause } from '../reports/report.js';

/** How the data of a chart is obtained, discriminated by `kind`. `path` is its place in the chart: `dataset.sources[0]`. */
export type Dataset = ReportDataset | DataFileDataset | Transformation | NotComputableDataset | InvalidDataset;

interface DatasetBase {
  path: string;
  /** `series_title`. */
  title?: string;
}

export interface ReportDataset extends DatasetBase {
  kind: 'report';
  type: 'activities_analytics' | 'collection_volumes';
  query: ReportQuery;
  adaptToScope: boolean;
  /** The datamart that it names, instead of the page's. */
  datamartId?: string;
}

/** `query_json`: a report request whose date range is optional. */
export interface ReportQuery {
  metrics: string[];
  dimensions: string[];
  dateRange?: DateRange;
  filters?: FilterClause;
  orderBy?: string;
  /** The zone that the content names, instead of the page's. */
  timeZone?: string;
}

export interface DataFileDataset extends DatasetBase {
  kind: 'data_file';
  uri: string;
  jsonPath: string;
}

export type Transformation =
  | JoinDataset
  | ToListDataset
  | ToPercentagesDataset
  | RatioDataset
  | IndexDataset
  | FormatDatesDataset
  | GetDecoratorsDataset
  | ReduceDataset;

interface TransformationBase extends DatasetBase {
  kind: 'transformation';
  sources: Dataset[];
}

export interface JoinDataset extends TransformationBase {
  type: 'join';
}
export interface ToListDataset extends TransformationBase {
  type: 'to-list';
}
export interface ToPercentagesDataset extends TransformationBase {
  type: 'to-percentages';
}
export interface RatioDataset extends TransformationBase {
  type: 'ratio';
}
export interface IndexDataset extends TransformationBase {
  type: 'index';
  options: IndexOptions;
}
export interface FormatDatesDataset extends TransformationBase {
  type: 'format-dates';
  options: DateOptions;
}
export interface GetDecoratorsDataset extends TransformationBase {
  type: 'get-decorators';
  options: DecoratorsOptions;
}
export interface ReduceDataset extends TransformationBase {
  type: 'reduce';
  reducer: Reducer;
}

export interface IndexOptions {
  /** Points whose percentage in the first source is less are left out. Default: 0. */
  minimumPercentage: number;
  sort: 'ascending' | 'descending';
  /** Default: 10. */
  limit: number;
}

export interface DateOptions {
  /** Such as `YYYY-MM-DD HH:mm`. Absent: the keys of this level stay as they are. */
  format?: string;
  /** The next level. */
  buckets?: DateOptions;
}

export interface DecoratorsOptions {
  /** CHANNELS, SEGMENTS, COMPARTMENTS …, in upper case. Absent: the keys of this level stay as they are. */
  modelType?: string;
  /** The next level. */
  buckets?: DecoratorsOptions;
}

export const reducers = ['max', 'min', 'sum', 'avg', 'count', 'first', 'last'] as const;
export type Reducer = (typeof reducers)[number];

/** A type that is stored, but not computed here: `otql`, `resources_usage`, `data_ingestion`, and unknown ones. */
export interface NotComputableDataset extends DatasetBase {
  kind: 'not-computable';
  /** As written. */
  type: string;
}

export interface InvalidDataset extends DatasetBase {
  kind: 'invalid';
  type: string;
  /** Completes "cannot be drawn: …". */
  reason: string;
}
