import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState, Suspense, lazy } from 'react';
import { Page } from '../components/page.js';
import { QueryView, RowsSkeleton } from '../components/query-view.js';
import { PeriodPicker } from '../dates/period-picker.js';
import type { PeriodSearch } from '../dates/period-search.js';
import { useDatamart } from '../shell/use-datamart.js';
import { FirstRun } from './first-run.js';
import { Overview } from './overview.js';
import { useReportZone } from '../time/instant.js';
import { byDayOptions } from './overview-queries.js';
import { listDashboardsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { wholeList } from '../components/paging.js';

const route = getRouteApi('/signed-in/d/$datamart_id/');

export function HomePage() {
  const { datamart, datamart_id } = useDatamart();
  return (
    <Page title={datamart.name} description={`Datamart ${datamart_id}`}>
      <Home key={datamart_id} />
    </Page>
  );
}

function Home() {
  const { datamart_id } = useDatamart();
  const byDay = useQuery(byDayOptions(datamart_id, useReportZone()));
  const { from, to, compare } = route.useSearch();
  const period = { ...(from && to && { from, to }), ...(compare && { compare }) };
  const navigate = route.useNavigate();
  const [isOver, setOver] = useState(false);
  // The steps stay while the first activities arrive: the reader sees each of them done.
  const wasEmpty = useRef<boolean>(undefined);
  return (
    <QueryView query={byDay} skeleton={<Skeleton height={420} />}>
      {({ rows }) => {
        wasEmpty.current ??= rows.length === 0;
        return (
          <>
            {wasEmpty.current && !isOver && <FirstRun isReported={rows.length > 0} onEnd={() => setOver(true)} />}
            {rows.length > 0 && (
              <>
                <PeriodPicker
                  search={period}
                  onChange={(next) => void navigate({ search: next, replace: true })}
                  ownPeriod="Last 7 and 14 days"
                />
                <Overview period={period} />
                <HomeDashboards period={period} />
              </>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

// With the charts it is larger than all else on the page, which most often has no dashboard.
const DashboardsOfScope = lazy(() =>
  import('../dashboards/scope/dashboards-of-scope.js').then((module) => ({ default: module.DashboardsOfScope })),
);

/** The dashboards of scope home. Nothing if there are none. */
function HomeDashboards({ period }: { period: PeriodSearch }) {
  const { organisation_id } = useDatamart();
  const { data } = useQuery(listDashboardsOptions({ query: { organisation_id, archived: false, ...wholeList } }));
  if (!data?.data.some(({ scopes }) => scopes.includes('home'))) return null;
  return (
    <Suspense fallback={<RowsSkeleton />}>
      <DashboardsOfScope scope="home" period={period} />
    </Suspense>
  );
}
