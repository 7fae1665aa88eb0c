import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPageSearch } from '../components/paging.js';
import { datamartRoute } from '../shell/datamart.route.js';

const analyzersRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'analyzers',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./analyzers.page.js'), 'AnalyzersPage'),
});

const analyzerRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'analyzers/$analyzer_id',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./analyzer.page.js'), 'AnalyzerPage'),
});

export const analyzersRoutes = [analyzersRoute, analyzerRoute] as const;
