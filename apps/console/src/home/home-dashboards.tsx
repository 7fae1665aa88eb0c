import { listDashboardsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Card, SimpleGrid, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FailureNotice } from '../components/failure-notice.js';
import { AnchorLink } from '../components/links.js';
import { useDatamart } from '../shell/use-datamart.js';

const most = 50;

/** The dashboards of scope home. Nothing if there are none. */
export function HomeDashboards() {
  const { datamart_id, organisation_id } = useDatamart();
  const { data, error, refetch } = useQuery(
    listDashboardsOptions({ query: { organisation_id, archived: false, max_results: most } }),
  );
  if (error)
    return <FailureNotice failure={error} onRetry={() => void refetch()} title="The dashboards cannot be read" />;
  const dashboards = data?.data.filter(({ scopes }) => scopes.includes('home')) ?? [];
  if (dashboards.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Dashboards
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {dashboards.map(({ id, title }) => (
          <Card key={id} withBorder padding="md">
            <AnchorLink
              to="/d/$datamart_id/dashboards/$dashboard_id"
              params={{ datamart_id, dashboard_id: id }}
              fw={600}
            >
              {title}
            </AnchorLink>
          </Card>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
