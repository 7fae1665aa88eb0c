import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

const analyzersRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'analyzers',
  component: lazyRouteComponent(() => import('./analyzers.page.js'), 'AnalyzersPage'),
});

const analyzerRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'analyzers/$analyzer_id',
  component: lazyRouteComponent(() => import('./analyzer.page.js'), 'AnalyzerPage'),
});

export const analyzersRoutes = [analyzersRoute, analyzerRoute] as const;
