import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';
import { readAuditSearch } from './read-audit-search.js';

export const auditRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./audit.page.js'), 'AuditPage'),
});
