import { Suspense, lazy } from 'react';
import { RowsSkeleton } from '../components/query-view.js';

const DashboardsOfScope = lazy(() =>
  import('../dashboards/scope/dashboards-of-scope.js').then((module) => ({ default: module.DashboardsOfScope })),
);

/** The dashboards of scope `segments` that are shown for a segment. */
export const SegmentDashboards = ({ segment_id }: { segment_id: string }) => (
  <Suspense fallback={<RowsSkeleton />}>
    <DashboardsOfScope scope="segments" segment_id={segment_id} />
  </Suspense>
);
