import { listDashboardsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy } from 'react';
import { RowsSkeleton } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { wholeList } from '../components/paging.js';

// With the charts it is larger than all else on the page, which most often has no dashboard.
const DashboardsOfScope = lazy(() =>
  import('../dashboards/scope/dashboards-of-scope.js').then((module) => ({ default: module.DashboardsOfScope })),
);

/** The dashboards of scope home. Nothing if there are none. */
export function HomeDashboards() {
  const { organisation_id } = useDatamart();
  const { data } = useQuery(listDashboardsOptions({ query: { organisation_id, archived: false, ...wholeList } }));
  if (!data?.data.some(({ scopes }) => scopes.includes('home'))) return null;
  return (
    <Suspense fallback={<RowsSkeleton />}>
      <DashboardsOfScope scope="home" />
    </Suspense>
  );
}
