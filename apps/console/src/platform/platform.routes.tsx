import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

export const platformRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'platform',
  // Absent: the datamart of the page.
  validateSearch: ({ datamarts }: Record<string, unknown>): { datamarts?: 'all' } =>
    datamarts === 'all' ? { datamarts } : {},
  component: lazyRouteComponent(() => import('./platform.page.js'), 'PlatformPage'),
});
