import { listRefusedActivitiesOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { ListRefusedActivitiesResponse } from '@tributary/client/generated/types.gen';
import { useQuery } from '@tanstack/react-query';
import type { RefusalRow } from '../feed/feed-buffer.js';
import type { ShownRow } from '../feed/row-list.js';
import { serverNow } from '../time/server-clock.js';

export type KeptRefusal = ListRefusedActivitiesResponse['data'][number];

/** The newest that the page shows: bodies have up to 16 KiB each. */
const maxRows = 100;
/** After a refusal that the feed brings, which is kept a moment later; else those of other gateways. */
const readAgainMs = { soon: 1_000, later: 5_000 };

/** The refusals that the platform keeps, of all gateways, the newest first. @param live those of the feed */
export function useKeptRefusals(datamart_id: string, live: readonly RefusalRow[]) {
  const newest = live[0]?.received_ts ?? 0;
  const query = useQuery({
    ...listRefusedActivitiesOptions({ path: { datamart_id }, query: { max_results: maxRows } }),
    refetchInterval: () => (newest + readAgainMs.later > serverNow() ? readAgainMs.soon : readAgainMs.later),
  });
  const rows = (query.data?.data ?? []).map((value): ShownRow<KeptRefusal> => ({
    id: value.id,
    received_ts: value.received_ts,
    value,
  }));
  return { query, rows, total: query.data?.total };
}
