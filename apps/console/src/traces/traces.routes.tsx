import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

export const traceRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'activities/$activity_id',
  component: lazyRouteComponent(() => import('./trace.page.js'), 'TracePage'),
});
