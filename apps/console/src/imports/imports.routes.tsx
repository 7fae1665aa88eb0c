import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

const importsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'imports',
  component: lazyRouteComponent(() => import('./imports.page.js'), 'ImportsPage'),
});

const newImportRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'imports/new',
  component: lazyRouteComponent(() => import('./new-import.page.js'), 'NewImportPage'),
});

const importRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'imports/$import_id',
  component: lazyRouteComponent(() => import('./import.page.js'), 'ImportPage'),
});

const executionRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'imports/$import_id/$execution_id',
  component: lazyRouteComponent(() => import('./execution.page.js'), 'ExecutionPage'),
});

export const importsRoutes = [importsRoute, newImportRoute, importRoute, executionRoute] as const;
