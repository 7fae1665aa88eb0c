import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readFeedFilter } from '../feed/feed-filter.js';
import type { FeedFilter } from '@tributary/client/feed/feed-query';
import { datamartRoute } from '../shell/datamart.route.js';

export interface LiveSearch extends FeedFilter {
  /** Absent: the activities. */
  tab?: 'refused';
  /** The row whose details are open. */
  open?: string;
}

export const liveRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'live',
  validateSearch: (search: Record<string, unknown>): LiveSearch => ({
    ...readFeedFilter(search),
    ...(search['tab'] === 'refused' && { tab: 'refused' as const }),
    ...(typeof search['open'] === 'string' && { open: search['open'] }),
  }),
  component: lazyRouteComponent(() => import('./live.page.js'), 'LivePage'),
});
