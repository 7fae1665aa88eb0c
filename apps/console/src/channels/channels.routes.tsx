import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPageSearch } from '../components/paging.js';
import { datamartRoute } from '../shell/datamart.route.js';

const channelsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'channels',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./channels.page.js'), 'ChannelsPage'),
});

const channelRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'channels/$channel_id',
  component: lazyRouteComponent(() => import('./channel.page.js'), 'ChannelPage'),
});

export const channelsRoutes = [channelsRoute, channelRoute] as const;
