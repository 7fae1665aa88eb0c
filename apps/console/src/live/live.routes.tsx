import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';
import { readLiveSearch } from './live-search.js';

export const liveRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'live',
  validateSearch: readLiveSearch,
  component: lazyRouteComponent(() => import('./live.page.js'), 'LivePage'),
});
