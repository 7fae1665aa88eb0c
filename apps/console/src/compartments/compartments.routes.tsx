import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

export const compartmentsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'compartments',
  component: lazyRouteComponent(() => import('./compartments.page.js'), 'CompartmentsPage'),
});
