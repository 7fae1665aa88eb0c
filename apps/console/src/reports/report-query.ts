import { reportUserActivities } from '@tributary/client/generated/sdk.gen';
import type { ReportRequest, ReportView } from '@tributary/client/generated/types.gen';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export interface ReadReport {
  request: ReportRequest;
  view: ReportView;
  /** X-Data-Watermark: everything received before it is counted; epoch ms. */
  watermark: number | undefined;
  /** X-Time-Zone: the zone of its dates. */
  timeZone: string | undefined;
}

/** A report of activities. The answer of before stays visible; a request that is replaced is aborted. */
export const reportOptions = (datamart_id: string, request: ReportRequest) =>
  queryOptions({
    queryKey: ['report', datamart_id, request],
    queryFn: async ({ signal }): Promise<ReadReport> => {
      const { data, response } = await reportUserActivities({ path: { datamart_id }, body: request, signal });
      const header = response.headers.get('x-data-watermark');
      return {
        request,
        view: data.data.report_view,
        watermark: header === null ? undefined : Number(header),
        timeZone: response.headers.get('x-time-zone') ?? undefined,
      };
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
