import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPageSearch } from '../components/paging.js';
import { datamartRoute } from '../shell/datamart.route.js';

const importsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'imports',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./imports.page.js'), 'ImportsPage'),
});

const newImportRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'imports/new',
  // The router reads a number from the address as a number.
  validateSearch: ({ import_id }: Record<string, unknown>): { import_id?: string } =>
    typeof import_id === 'string' || typeof import_id === 'number' ? { import_id: String(import_id) } : {},
  component: lazyRouteComponent(() => import('./new-import.page.js'), 'NewImportPage'),
});

const importRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'imports/$import_id',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./import.page.js'), 'ImportPage'),
});

const executionRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'imports/$import_id/$execution_id',
  component: lazyRouteComponent(() => import('./execution.page.js'), 'ExecutionPage'),
});

export const importsRoutes = [importsRoute, newImportRoute, importRoute, executionRoute] as const;
