import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

export const reportsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'reports',
  component: lazyRouteComponent(() => import('./reports.page.js'), 'ReportsPage'),
});
