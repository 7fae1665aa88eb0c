import { reportUserActivities } from '@tributary/client/generated/sdk.gen';
import type { ReportRequest } from '@tributary/client/generated/types.gen';
import { readWholeReport, type WholeReport } from '@tributary/dashboards/reports/read-whole-report';
import type { ReportRequest as EngineRequest } from '@tributary/dashboards/reports/report';
import { readAnswer } from '@tributary/dashboards/reports/report-answer';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export interface ReadReport extends WholeReport {
  request: ReportRequest;
}

/** Null and absent are the same to the server. */
export const engineRequestOf = ({ metrics, dimensions, ...others }: ReportRequest) =>
  ({ ...others, metrics: metrics ?? [], dimensions: dimensions ?? [] }) as EngineRequest;

/** A report of activities. The answer of before stays visible; a request that is replaced is aborted. */
export const reportOptions = (datamart_id: string, request: ReportRequest) =>
  queryOptions({
    queryKey: ['report', datamart_id, request],
    queryFn: async ({ signal }): Promise<ReadReport> => {
      const report = await readWholeReport(engineRequestOf(request), async (part) => {
        const body = part as ReportRequest;
        const { data, response } = await reportUserActivities({ path: { datamart_id }, body, signal });
        return readAnswer(data.data.report_view, response);
      });
      return { ...report, request };
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
