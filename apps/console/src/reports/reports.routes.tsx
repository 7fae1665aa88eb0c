import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';
import { readReportSearch } from './query/report.js';

export const reportsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'reports',
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import('./reports.page.js'), 'ReportsPage'),
});
