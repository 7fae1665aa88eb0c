import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPageSearch } from '../components/paging.js';
import { datamartRoute } from '../shell/datamart.route.js';

export const compartmentsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'compartments',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./compartments.page.js'), 'CompartmentsPage'),
});
