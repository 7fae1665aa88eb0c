import { reportUserActivities } from '@tributary/client/generated/sdk.gen';
import type { ReportRequest } from '@tributary/client/generated/types.gen';
import { defaultTimeZone } from '@tributary/contracts/rules/report-zone';
import { readWholeReport, type WholeReport } from '@tributary/dashboards/reports/read-whole-report';
import type { ReportRequest as EngineRequest } from '@tributary/dashboards/reports/report';
import { serverTime, watermarkOf } from './answer-headers.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export interface ReadReport extends WholeReport {
  request: ReportRequest;
  /** X-Data-Watermark: everything received before it is counted; epoch ms. */
  watermark: number | undefined;
  /** X-Time-Zone: the zone of its dates. */
  timeZone: string | undefined;
}

/** Null and absent are the same to the server. */
export const engineRequestOf = ({ metrics, dimensions, ...others }: ReportRequest) =>
  ({ ...others, metrics: metrics ?? [], dimensions: dimensions ?? [] }) as EngineRequest;

/** A report of activities. The answer of before stays visible; a request that is replaced is aborted. */
export const reportOptions = (datamart_id: string, request: ReportRequest) =>
  queryOptions({
    queryKey: ['report', datamart_id, request],
    queryFn: async ({ signal }): Promise<ReadReport> => {
      const answers: Response[] = [];
      const report = await readWholeReport(
        engineRequestOf(request),
        request.time_zone ?? defaultTimeZone,
        async (part) => {
          const body = part as ReportRequest;
          const { data, response } = await reportUserActivities({ path: { datamart_id }, body, signal });
          answers.push(response);
          return { view: data.data.report_view, now: serverTime(response) };
        },
      );
      const watermarks = answers.flatMap((answer) => watermarkOf(answer) ?? []);
      return {
        ...report,
        request,
        // Of parts, what all of them have counted.
        watermark: watermarks.length === 0 ? undefined : Math.min(...watermarks),
        timeZone: answers[0]?.headers.get('x-time-zone') ?? undefined,
      };
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
