import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';
import { readDashboardSearch, readListSearch } from './read-search.js';

const dashboardsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'dashboards',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./dashboards.page.js'), 'DashboardsPage'),
});

const dashboardRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'dashboards/$dashboard_id',
  validateSearch: readDashboardSearch,
  component: lazyRouteComponent(() => import('./dashboard.page.js'), 'DashboardPage'),
});

const editDashboardRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'dashboards/$dashboard_id/edit',
  component: lazyRouteComponent(() => import('./edit-dashboard.page.js'), 'EditDashboardPage'),
});

export const dashboardsRoutes = [dashboardsRoute, dashboardRoute, editDashboardRoute] as const;
