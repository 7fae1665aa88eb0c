import { reportCollections, reportUserActivities } from '@tributary/client/generated/sdk.gen';
import type { ReportRequest, ReportView } from '@tributary/client/generated/types.gen';
import { queryOptions } from '@tanstack/react-query';
import type { DateRange } from '@tributary/contracts/rules/date-range';
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

const lastDays: DateRange = { start_date: 'now-13d/d', end_date: 'now' };

/** Users and sessions of each day of a period, by default the last 14 days, that has any. */
export const byDayOptions = (datamart_id: string, time_zone: string, range = lastDays) =>
  queryOptions({
    queryKey: [...keyOf(datamart_id), 'by-day', time_zone, range],
    queryFn: () =>
      readReport(datamart_id, {
        metrics: [{ expression: 'users' }, { expression: 'sessions' }],
        dimensions: [{ name: 'date_yyyy_mm_dd' }],
        date_ranges: [range],
        time_zone,
      }),
    refetchInterval: readAgainMs,
  });

/** The days are 24 hours long, so that the day which is not over compares too; where clocks change, one of the datamart may have 23 or 25. */
export const lastWeek: Totalled = { range: { start_date: 'now-7d', end_date: 'now' }, timeZone: 'UTC' };
export const weekBefore: Totalled = { range: { start_date: 'now-14d', end_date: 'now-7d' }, timeZone: 'UTC' };

interface Totalled {
  range: DateRange;
  timeZone: string;
}

/** Users, sessions and revenue of a period. */
export const totalsOptions = (datamart_id: string, { range, timeZone }: Totalled) =>
  queryOptions({
    queryKey: [...keyOf(datamart_id), 'totals', range, timeZone],
    queryFn: () =>
      readReport(datamart_id, {
        metrics: [{ expression: 'users' }, { expression: 'sessions' }, { expression: 'revenue' }],
        dimensions: [],
        date_ranges: [range],
        time_zone: timeZone,
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
