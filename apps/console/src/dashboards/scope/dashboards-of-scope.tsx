import { listDashboardsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DashboardRegistration } from '@tributary/client/generated/types.gen';
import { Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AnchorLink } from '../../components/links.js';
import { QueryView } from '../../components/query-view.js';
import type { PeriodSearch } from '../../dates/period-search.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { contentOptions } from '../content/content-query.js';
import { DashboardView } from '../view/dashboard-view.js';
import { isShownIn, type ShownScope } from './shown-in-scope.js';
import { wholeList } from '../../components/paging.js';

type DashboardsOfScopeProps =
  | { scope: 'home'; segment_id?: undefined; empty?: React.ReactNode; period?: PeriodSearch }
  | { scope: 'segments'; segment_id: string; empty?: React.ReactNode; period?: PeriodSearch };

/** The dashboards that are placed on a page: one, or several as tabs. `empty` is shown when there is none. */
export function DashboardsOfScope({ scope, segment_id, empty = null, period }: DashboardsOfScopeProps) {
  const shown = useDashboardsOfScope(scope === 'home' ? { scope } : { scope, segment_id });
  return (
    <QueryView query={shown}>
      {(dashboards) => {
        const [only, ...others] = dashboards;
        if (!only) return <>{empty}</>;
        if (others.length === 0) return <PlacedDashboard dashboard={only} segment_id={segment_id} period={period} />;
        return (
          <Tabs defaultValue={only.id} keepMounted={false}>
            <Tabs.List mb="sm">
              {dashboards.map(({ id, title }) => (
                <Tabs.Tab key={id} value={id}>
                  {title}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {dashboards.map((dashboard) => (
              <Tabs.Panel key={dashboard.id} value={dashboard.id}>
                <PlacedDashboard dashboard={dashboard} segment_id={segment_id} period={period} />
              </Tabs.Panel>
            ))}
          </Tabs>
        );
      }}
    </QueryView>
  );
}

/** The dashboards of the organisation of the page's datamart. */
function useDashboardsOfScope(shown: ShownScope) {
  const { organisation_id } = useDatamart();
  return useQuery({
    ...listDashboardsOptions({ query: { organisation_id, archived: false, ...wholeList } }),
    select: ({ data }) => data.filter((dashboard) => isShownIn(dashboard, shown)),
  });
}

interface PlacedDashboardProps {
  dashboard: DashboardRegistration;
  segment_id: string | undefined;
  period: PeriodSearch | undefined;
}

function PlacedDashboard({ dashboard: { id, title, organisation_id }, segment_id, period }: PlacedDashboardProps) {
  const { datamart_id } = useDatamart();
  const [filters, setFilters] = useState<string>();
  const stored = useQuery(contentOptions({ dashboard_id: id, organisation_id }));
  return (
    <Stack component="section" aria-label={title}>
      <Group justify="space-between">
        <Text fw={600}>{title}</Text>
        <AnchorLink size="sm" to="/d/$datamart_id/dashboards/$dashboard_id" params={{ datamart_id, dashboard_id: id }}>
          Open the dashboard
        </AnchorLink>
      </Group>
      <QueryView query={stored}>
        {(content) =>
          content ? (
            <DashboardView
              content={content.content}
              filters={filters}
              onFilter={setFilters}
              segment_id={segment_id}
              {...(period && { period })}
            />
          ) : (
            <Text c="dimmed">This dashboard has no content yet.</Text>
          )
        }
      </QueryView>
    </Stack>
  );
}
