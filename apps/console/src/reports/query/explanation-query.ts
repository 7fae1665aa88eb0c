import { reportUserActivities } from '@tributary/client/generated/sdk.gen';
import type { Period } from '@tributary/contracts/rules/date-range';
import { explanationRequest } from '@tributary/dashboards/reports/list-left-out';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** Reads what the reports of a period leave out. Null: the server is of a version that does not say it. */
export const explanationOptions = (datamart_id: string, period: Period, timeZone: string) =>
  queryOptions({
    queryKey: ['explanation', datamart_id, period, timeZone],
    queryFn: async ({ signal }) => {
      const body = explanationRequest(period, timeZone);
      const { data } = await reportUserActivities({ path: { datamart_id }, body, signal });
      return data.data.explain ?? null;
    },
    // The end of a range up to now moves with each report.
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
