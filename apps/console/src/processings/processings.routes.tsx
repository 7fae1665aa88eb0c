import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPageSearch } from '../components/paging.js';
import { datamartRoute } from '../shell/datamart.route.js';

export const processingsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'processings',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./processings.page.js'), 'ProcessingsPage'),
});
