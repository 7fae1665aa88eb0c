import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

const segmentsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'segments',
  component: lazyRouteComponent(() => import('./segments.page.js'), 'SegmentsPage'),
});

const segmentRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'segments/$segment_id',
  component: lazyRouteComponent(() => import('./segment.page.js'), 'SegmentPage'),
});

export const segmentsRoutes = [segmentsRoute, segmentRoute] as const;
