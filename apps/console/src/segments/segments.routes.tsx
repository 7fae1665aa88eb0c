import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPageSearch } from '../components/paging.js';
import { datamartRoute } from '../shell/datamart.route.js';

interface SegmentsSearch {
  page?: number;
  /** Words of the names. */
  keywords?: string;
}

const segmentsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'segments',
  validateSearch: (search: Record<string, unknown>): SegmentsSearch => ({
    ...readPageSearch(search),
    ...readKeywords(search),
  }),
  component: lazyRouteComponent(() => import('./segments.page.js'), 'SegmentsPage'),
});

// The router reads the search parameter `keywords=42` as a number.
const readKeywords = ({ keywords }: Record<string, unknown>) =>
  (typeof keywords === 'string' && keywords !== '') || typeof keywords === 'number'
    ? { keywords: String(keywords) }
    : {};

const segmentRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'segments/$segment_id',
  component: lazyRouteComponent(() => import('./segment.page.js'), 'SegmentPage'),
});

export const segmentsRoutes = [segmentsRoute, segmentRoute] as const;
