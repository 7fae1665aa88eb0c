import { getDashboardOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DashboardRegistration } from '@tributary/client/generated/types.gen';
import { rangeOfPick, type Pick } from '@tributary/dashboards/queries/pick-value';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { EmptyState } from '../components/empty-state.js';
import { ButtonLink } from '../components/links.js';
import { Page } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { PeriodPicker } from '../dates/period-picker.js';
import { useDatamart } from '../shell/use-datamart.js';
import { contentOptions } from './content/content-query.js';
import { DashboardActions } from './dashboard-actions.js';
import { PickedValues } from './view/picked-values.js';
import { addPick } from './filters/picks.js';
import { useDashboardSearch } from './use-dashboard-search.js';
import { VersionNotice } from './versions/version-notice.js';
import { ContentSkeleton } from './view/content-skeleton.js';
import { DashboardView } from './view/dashboard-view.js';
import { FullScreen } from './view/full-screen.js';

export function DashboardPage() {
  const { dashboard_id } = useParams({ from: '/signed-in/d/$datamart_id/dashboards/$dashboard_id' });
  const { organisation_id } = useDatamart();
  const registration = useQuery(getDashboardOptions({ path: { dashboard_id }, query: { organisation_id } }));
  const dashboard = registration.data?.data;
  const { full, set } = useDashboardSearch();
  const leave = useCallback(() => set({ full: undefined }), [set]);
  return (
    <FullScreen isFull={full === true} onLeave={leave}>
      <Page
        title={dashboard?.title ?? 'Dashboard'}
        description={dashboard?.archived ? 'Archived: shown only here.' : undefined}
        actions={dashboard && <DashboardActions registration={dashboard} />}
      >
        <QueryView query={registration} skeleton={<ContentSkeleton />}>
          {({ data }) => <ShownContent registration={data} />}
        </QueryView>
      </Page>
    </FullScreen>
  );
}

function ShownContent({ registration: { id, organisation_id } }: { registration: DashboardRegistration }) {
  const { filters, version, from, to, compare, picked, set } = useDashboardSearch();
  const period = { ...(from && to && { from, to }), ...(compare && { compare }) };
  const pick = (value: Pick) => {
    const range = rangeOfPick(value);
    set(range ? { from: range.start_date, to: range.end_date } : { picked: addPick(picked ?? [], value) });
  };
  const path = { dashboard_id: id, organisation_id };
  const stored = useQuery(contentOptions(path, version));
  return (
    <QueryView query={stored} skeleton={<ContentSkeleton />}>
      {(content) => (
        <>
          {content && version !== undefined && (
            <VersionNotice path={path} version={content} onLeave={() => set({ version: undefined })} />
          )}
          {content && content.content.sections.length > 0 ? (
            <>
              <PeriodPicker
                search={period}
                onChange={(next) => set({ from: next.from, to: next.to, compare: next.compare })}
                ownPeriod="The period of each chart"
              />
              <PickedValues
                picked={picked ?? []}
                onChange={(next) => set({ picked: next.length > 0 ? next : undefined })}
              />
              <DashboardView
                key={content.id}
                content={content.content}
                filters={filters}
                onFilter={(next) => set({ filters: next })}
                period={period}
                picked={picked}
                onPick={pick}
              />
            </>
          ) : (
            <NoContent dashboard_id={id} />
          )}
        </>
      )}
    </QueryView>
  );
}

function NoContent({ dashboard_id }: { dashboard_id: string }) {
  const { datamart_id, may } = useDatamart();
  const edit = may('EDITOR') && (
    <ButtonLink to="/d/$datamart_id/dashboards/$dashboard_id/edit" params={{ datamart_id, dashboard_id }}>
      Edit
    </ButtonLink>
  );
  return (
    <EmptyState title="No chart yet" action={edit}>
      A dashboard has sections, sections have cards on a grid, and cards have charts.
    </EmptyState>
  );
}
