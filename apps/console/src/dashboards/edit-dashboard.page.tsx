import { Text } from '@mantine/core';
import { getDashboardOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ButtonLink } from '../components/links.js';
import { Page } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { DashboardEditor } from './editor/dashboard-editor.js';
import { useReadCurrent } from './editor/save/use-save-content.js';
import { ContentSkeleton } from './view/content-skeleton.js';

export function EditDashboardPage() {
  const { dashboard_id } = useParams({ from: '/signed-in/d/$datamart_id/dashboards/$dashboard_id/edit' });
  const { datamart_id, organisation_id, may } = useDatamart();
  const path = { dashboard_id, organisation_id };
  const registration = useQuery(getDashboardOptions({ path: { dashboard_id }, query: { organisation_id } }));
  const readCurrent = useReadCurrent(path);
  // Read once, when the editor opens: a newer content must not replace what the user is editing.
  const stored = useQuery({ queryKey: ['edited-content', path], queryFn: readCurrent, staleTime: Infinity, gcTime: 0 });
  const title = registration.data?.data.title;
  return (
    <Page
      title={title === undefined ? 'Edit the dashboard' : `Edit ${title}`}
      actions={
        <ButtonLink
          variant="default"
          to="/d/$datamart_id/dashboards/$dashboard_id"
          params={{ datamart_id, dashboard_id }}
        >
          Show the dashboard
        </ButtonLink>
      }
    >
      {may('EDITOR') ? (
        <QueryView query={registration} skeleton={<ContentSkeleton />}>
          {({ data }) => (
            <QueryView query={stored} skeleton={<ContentSkeleton />}>
              {(content) => <DashboardEditor key={data.id} registration={data} stored={content} />}
            </QueryView>
          )}
        </QueryView>
      ) : (
        <Text>Your role lets you read this dashboard. Editing it needs the role EDITOR.</Text>
      )}
    </Page>
  );
}
