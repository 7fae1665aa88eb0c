import { reportCollections } from '@tributary/client/generated/sdk.gen';
import type { DateRange } from '@tributary/client/generated/types.gen';
import { queryOptions } from '@tanstack/react-query';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import { countsOf, dayRanges } from '@tributary/dashboards/collections/collection-rows';

/**
 * The counts of the last 30 days, the oldest first.
 *
 * @param datamart_id undefined: all that the caller may read
 */
export const collectionsOptions = (datamart_id: string | undefined, time_zone: string) =>
  queryOptions({
    queryKey: ['collections', datamart_id ?? 'all', time_zone],
    queryFn: async ({ signal }) => {
      const reports = dayRanges(new ReportZone(time_zone).toLocal(Date.now())).map((range) =>
        readCounts({ date_ranges: [range], time_zone }, datamart_id, signal),
      );
      return (await Promise.all(reports)).flat();
    },
    // Each read has them counted again, at most once a minute.
    refetchInterval: 30_000,
  });

async function readCounts(
  of: { date_ranges: [DateRange]; time_zone: string },
  datamart_id: string | undefined,
  signal: AbortSignal,
) {
  const filters = [{ dimension_name: 'datamart_id', operator: 'EXACT' as const, expressions: [datamart_id ?? ''] }];
  const body = {
    ...of,
    dimensions: [{ name: 'date_yyyy_mm_dd' }, { name: 'collection' }],
    metrics: [{ expression: 'count' }],
    ...(datamart_id !== undefined && { dimension_filter_clauses: { operator: 'AND' as const, filters } }),
  };
  const { data } = await reportCollections({ body, signal });
  return countsOf(data.data.report_view);
}
