import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPeriodSearch } from '../dates/period-search.js';
import { datamartRoute } from '../shell/datamart.route.js';

export const homeRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: '/',
  validateSearch: readPeriodSearch,
  component: lazyRouteComponent(() => import('./home.page.js'), 'HomePage'),
});
