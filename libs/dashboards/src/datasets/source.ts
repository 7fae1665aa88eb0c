import type { DataFileDataset, Dataset, ReportDataset } from '../content/dataset.js';
import type { WholeReport } from '../reports/read-whole-report.js';
import type { ReportRequest } from '../reports/report.js';
import type { PageContext } from './page-context.js';
import { datamartOf, reportRequestOf } from './report-request-of.js';

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

export type ReportResult = { kind: 'report' } & Pick<WholeReport, 'view'> &
  Partial<Pick<WholeReport, 'shown' | 'period' | 'timeZone'>>;

/** The answer to a source. A source without an entry is still pending. */
export type SourceResult =
  | ReportResult
  | { kind: 'data_file'; json: unknown }
  | { kind: 'failed'; message: string; errorId?: string };

/** By the key of the source. */
export type SourceResults = ReadonlyMap<string, SourceResult>;

/** The reports and data files that a dataset needs, each once. Datasets that cannot be computed need none. */
export function sourcesOf(dataset: Dataset, context: PageContext): Source[] {
  const byKey = new Map(listSources(dataset, context).map((source) => [source.key, source]));
  return [...byKey.values()];
}

function listSources(dataset: Dataset, context: PageContext): Source[] {
  switch (dataset.kind) {
    case 'report':
      return [reportSourceOf(dataset, context)];
    case 'data_file':
      return [dataFileSourceOf(dataset, context)];
    case 'transformation':
      return dataset.sources.flatMap((source) => listSources(source, context));
    default:
      return [];
  }
}

export function reportSourceOf(dataset: ReportDataset, context: PageContext): ReportSource {
  const cube = dataset.type === 'activities_analytics' ? 'activities' : 'collections';
  const datamartId = datamartOf(dataset, context);
  const request = reportRequestOf(dataset, context);
  // The path of the collections' report has no datamart, so equal reports of two datamarts are one.
  const key = JSON.stringify([cube, cube === 'activities' ? datamartId : null, request]);
  return { kind: 'report', key, cube, datamartId, request };
}

export function dataFileSourceOf(dataset: DataFileDataset, context: PageContext): DataFileSource {
  const uri = adaptToSegment(dataset.uri, context);
  return { kind: 'data_file', key: JSON.stringify(['data_file', uri]), uri };
}

/** In scope segments, `{SEGMENT_ID}` in the uri and the path of a data file stands for the segment. */
export const adaptToSegment = (text: string, { scope }: PageContext): string =>
  scope.type === 'segments' ? text.replaceAll('{SEGMENT_ID}', () => scope.segmentId) : text;
