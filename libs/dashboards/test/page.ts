import type { PageContext } from '../src/datasets/page-context.js';
import type { Source, SourceResult, SourceResults } from '../src/datasets/source.js';
import type { ReportValue, ReportView } from '../src/reports/report.js';

export const aPage = (difference: Partial<PageContext> = {}): PageContext => ({
  datamartId: '1',
  scope: { type: 'home' },
  fragments: [],
  ...difference,
});

export const aView = (columns_headers: string[], ...rows: ReportValue[][]): ReportView => ({
  items_per_page: 100,
  total_items: rows.length,
  columns_headers,
  rows,
});

export const aReport = (view: ReportView): SourceResult => ({ kind: 'report', view });

/** The answers to sources, in their order. */
export const answer = (sources: Source[], ...results: SourceResult[]): SourceResults =>
  new Map(sources.flatMap(({ key }, index) => (results[index] ? [[key, results[index]]] : [])));
