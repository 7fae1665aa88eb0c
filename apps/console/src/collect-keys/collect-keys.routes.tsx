import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPageSearch } from '../components/paging.js';
import { datamartRoute } from '../shell/datamart.route.js';

export const collectKeysRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'collect-keys',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./collect-keys.page.js'), 'CollectKeysPage'),
});
