import { createDashboardMutation, getOrganisationOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { notifications } from '@mantine/notifications';
import { saveContent } from '@tributary/client/dashboards/stored-content';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AnchorLink } from '../components/links.js';
import { contentOptions } from '../dashboards/content/content-query.js';
import { useRefreshContent } from '../dashboards/content/use-refresh-content.js';
import type { Operation } from '../repeat-reads.js';
import { useDatamart } from '../shell/use-datamart.js';
import { addChartToContent, type StoredChart } from './add-chart-to-content.js';

/** A dashboard that exists, or the title of one to create. */
export type Target = { id: string; title: string } | { newTitle: string };

interface AddChart {
  chart: StoredChart;
  /** A dashboard is there, although the chart may not be: another try must not create a second one. */
  onCreated: (id: string) => void;
  onAdded: () => void;
}

/** Stores a chart in a dashboard. A content that another user has changed meanwhile is read again by the next try. */
export function useAddChart({ chart, onCreated, onAdded }: AddChart) {
  const { datamart_id, organisation_id } = useDatamart();
  const queries = useQueryClient();
  const refresh = useRefreshContent();
  const changes: Operation[] = ['listDashboards'];
  const create = useMutation({ ...createDashboardMutation(), meta: { changes } });
  const createNamed = async (title: string) => {
    const organisation = await queries.fetchQuery(getOrganisationOptions({ path: { organisation_id } }));
    const { community_id } = organisation.data;
    // In no scope: only the list shows it, until its owner says more.
    const body = { title, scopes: [], segment_ids: [], builder_ids: [], organisation_id, community_id };
    const { data } = await create.mutateAsync({ body });
    onCreated(data.id);
    return { id: data.id, title };
  };
  return useMutation({
    mutationFn: async (target: Target) => {
      const dashboard = 'id' in target ? target : await createNamed(target.newTitle);
      const path = { dashboard_id: dashboard.id, organisation_id };
      const stored = await queries.fetchQuery({ ...contentOptions(path), staleTime: 0 });
      await saveContent(path, addChartToContent(stored?.content, chart), stored);
      await refresh(path);
      return dashboard;
    },
    onSuccess: ({ id, title }) => {
      notifications.show({
        message: (
          <>
            Added to{' '}
            <AnchorLink to="/d/$datamart_id/dashboards/$dashboard_id" params={{ datamart_id, dashboard_id: id }}>
              {title}
            </AnchorLink>
          </>
        ),
      });
      onAdded();
    },
  });
}
