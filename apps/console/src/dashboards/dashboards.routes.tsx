import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

const dashboardsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'dashboards',
  component: lazyRouteComponent(() => import('./dashboards.page.js'), 'DashboardsPage'),
});

const dashboardRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'dashboards/$dashboard_id',
  component: lazyRouteComponent(() => import('./dashboard.page.js'), 'DashboardPage'),
});

const editDashboardRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'dashboards/$dashboard_id/edit',
  component: lazyRouteComponent(() => import('./edit-dashboard.page.js'), 'EditDashboardPage'),
});

export const dashboardsRoutes = [dashboardsRoute, dashboardRoute, editDashboardRoute] as const;
