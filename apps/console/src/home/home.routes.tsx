import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

export const homeRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./home.page.js'), 'HomePage'),
});
