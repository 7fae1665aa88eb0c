import { reportCollections, reportUserActivities } from '@tributary/client/generated/sdk.gen';
import type { ReportRequest, ReportView } from '@tributary/client/generated/types.gen';
import { queryOptions } from '@tanstack/react-query';
import { readAnswer } from '@tributary/dashboards/reports/report-answer';

export interface Report {
  rows: ReportView['rows'];
  /** Everything received up to then is counted, epoch milliseconds. */
  watermark?: number;
}

const readAgainMs = 30_000;
const keyOf = (datamart_id: string) => ['home', datamart_id] as const;
export const overviewKey = keyOf;

async function readReport(datamart_id: string, body: ReportRequest): Promise<Report> {
  const { data, response } = await reportUserActivities({ path: { datamart_id }, body });
  const { view, watermark } = readAnswer(data.data.report_view, response);
  return { rows: view.rows, ...(watermark !== undefined && { watermark }) };
}

/** Users and sessions of each of the last 14 days that has any. */
export const byDayOptions = (datamart_id: string, time_zone: string) =>
  queryOptions({
    queryKey: [...keyOf(datamart_id), 'by-day', time_zone],
    queryFn: () =>
      readReport(datamart_id, {
        metrics: [{ expression: 'users' }, { expression: 'sessions' }],
        dimensions: [{ name: 'date_yyyy_mm_dd' }],
        date_ranges: [{ start_date: 'now-13d/d', end_date: 'now' }],
        time_zone,
      }),
    refetchInterval: readAgainMs,
  });

/** Users, sessions and revenue of 7 days. The days are 24 hours long, so that the day which is not over compares too. */
export const weekOptions = (datamart_id: string, week: 'last' | 'before') =>
  queryOptions({
    queryKey: [...keyOf(datamart_id), 'week', week],
    queryFn: () =>
      readReport(datamart_id, {
        metrics: [{ expression: 'users' }, { expression: 'sessions' }, { expression: 'revenue' }],
        dimensions: [],
        date_ranges: [
          week === 'last' ? { start_date: 'now-7d', end_date: 'now' } : { start_date: 'now-14d', end_date: 'now-7d' },
        ],
        // Where clocks change, a day of the datamart may have 23 or 25.
        time_zone: 'UTC',
      }),
    refetchInterval: readAgainMs,
  });

/** How many records each collection has: `UserPoint`, `UserActivity` … */
export const collectionsOptions = (datamart_id: string) =>
  queryOptions({
    queryKey: [...keyOf(datamart_id), 'collections'],
    queryFn: async () => {
      const { data } = await reportCollections({
        body: {
          metrics: [{ expression: 'count' }],
          dimensions: [{ name: 'collection' }],
          date_ranges: [{ start_date: 'now-2d', end_date: 'now' }],
          dimension_filter_clauses: {
            operator: 'AND',
            filters: [{ dimension_name: 'datamart_id', operator: 'EXACT', expressions: [datamart_id] }],
          },
        },
      });
      return new Map(data.data.report_view.rows.map(([collection, count]) => [String(collection), Number(count)]));
    },
    refetchInterval: readAgainMs,
  });
