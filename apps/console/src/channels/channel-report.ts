import { reportUserActivities } from '@tributary/client/generated/sdk.gen';
import type { ReportRequest } from '@tributary/client/generated/types.gen';
import { queryOptions } from '@tanstack/react-query';

interface ChannelReport {
  /** Visits and people since midnight. */
  today: { sessions: number; users: number };
  /** When the latest activity of 30 days happened, epoch milliseconds. */
  last?: number;
}

const readAgainMs = 30_000;

/** The activity of a channel, as reports count it. */
export const channelReportOptions = (datamart_id: string, channel_id: string, time_zone: string) =>
  queryOptions({
    queryKey: ['channel-report', datamart_id, channel_id, time_zone],
    queryFn: async (): Promise<ChannelReport> => {
      const [today, latest] = await Promise.all([
        rowsOf(datamart_id, channel_id, {
          metrics: [{ expression: 'sessions' }, { expression: 'users' }],
          dimensions: [],
          date_ranges: [{ start_date: 'now/d', end_date: 'now' }],
          time_zone,
        }),
        rowsOf(datamart_id, channel_id, {
          metrics: [],
          dimensions: [{ name: 'date_time' }],
          date_ranges: [{ start_date: 'now-30d', end_date: 'now' }],
          order_by: { field_name: '-date_time' },
        }),
      ]);
      const [sessions, users] = today[0] ?? [];
      const last = latest[0]?.[0];
      return {
        today: { sessions: Number(sessions ?? 0), users: Number(users ?? 0) },
        ...(last != null && { last: Number(last) }),
      };
    },
    refetchInterval: readAgainMs,
  });

async function rowsOf(datamart_id: string, channel_id: string, request: ReportRequest) {
  const ofChannel = { dimension_name: 'channel_id', operator: 'EXACT' as const, expressions: [channel_id] };
  const { data } = await reportUserActivities({
    path: { datamart_id },
    body: { ...request, dimension_filter_clauses: { filters: [ofChannel] } },
  });
  return data.data.report_view.rows;
}
