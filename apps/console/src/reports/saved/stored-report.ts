import type { SavedReport } from '@tributary/client/generated/types.gen';
import { readQueryJson } from '@tributary/dashboards/content/query-json';
import { requestOf } from '@tributary/dashboards/queries/query';
import { defaultReport, type Report } from '../query/report.js';

/** A report as the server keeps it. */
export type StoredReport = Pick<SavedReport, 'report' | 'display'>;

export const storedReport = (report: Report): StoredReport => {
  const { view, all, compare, share } = report;
  return {
    report: requestOf(report),
    display: { view, ...(all && { all_metrics: true }), ...(compare && { compare }), ...(share && { shares: true }) },
  };
};

/** The report of the page. Undefined: a program has saved one that the pickers cannot show, or with a time zone of its own. */
export function openedReport({ report, display }: StoredReport): Report | undefined {
  const query = readQueryJson(report);
  if (!query || report.time_zone !== undefined) return undefined;
  return {
    ...query,
    // Without a filter it is not stored.
    operator: query.filters.length > 0 ? query.operator : defaultReport.operator,
    view: display.view ?? defaultReport.view,
    all: display.all_metrics ?? false,
    compare: display.compare ?? false,
    share: display.shares ?? false,
  };
}
