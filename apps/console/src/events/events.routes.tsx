import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPageSearch } from '../components/paging.js';
import { datamartRoute } from '../shell/datamart.route.js';

export const eventsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'events',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./events.page.js'), 'EventsPage'),
});
