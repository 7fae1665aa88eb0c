import type { FeedFilter } from '@tributary/client/feed/feed-query';
import { readFeedFilter } from '../feed/feed-filter.js';

/** The parameters in the address of the page. */
export interface LiveSearch extends FeedFilter {
  /** Absent: the activities. */
  tab?: 'refused';
  /** The row whose details are open. */
  open?: string;
}

export const readLiveSearch = (search: Record<string, unknown>): LiveSearch => ({
  ...readFeedFilter(search),
  ...(search['tab'] === 'refused' && { tab: 'refused' as const }),
  ...(typeof search['open'] === 'string' && { open: search['open'] }),
});
