import type { ReportRequest, ReportView } from '../reports/report.js';

/**
 * One request that a chart needs. Equal requests have equal keys, so the charts of a page share one answer: use the key
 * as the query key of the cache.
 */
export type Source = ReportSource | DataFileSource;

export interface ReportSource {
  kind: 'report';
  key: string;
  /** activities: POST /datamarts/{datamartId}/user_activities_analytics. collections: POST /platform_monitoring/collections. */
  cube: 'activities' | 'collections';
  datamartId: string;
  request: ReportRequest;
}

/** GET /data_file/data?uri=… */
export interface DataFileSource {
  kind: 'data_file';
  key: string;
  uri: string;
}

/** The answer to a source. A source without an entry is still pending. */
export type SourceResult =
  | { kind: 'report'; view: ReportView }
  | { kind: 'data_file'; json: unknown }
  | { kind: 'failed'; message: string; errorId?: string };

/** By the key of the source. */
export type SourceResults = ReadonlyMap<string, SourceResult>;
