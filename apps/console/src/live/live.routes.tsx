import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

export const liveRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'live',
  component: lazyRouteComponent(() => import('./live.page.js'), 'LivePage'),
});
