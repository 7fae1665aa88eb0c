import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

export const processingsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'processings',
  component: lazyRouteComponent(() => import('./processings.page.js'), 'ProcessingsPage'),
});
