import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

export const platformRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'platform',
  component: lazyRouteComponent(() => import('./platform.page.js'), 'PlatformPage'),
});
